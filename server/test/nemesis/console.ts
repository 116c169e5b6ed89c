import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type postgres from 'postgres';
import type { SandboxInfo } from '../../sandbox/cli.ts';
import { createSandboxClient } from '../../sandbox/client.ts';
import type { SandboxCommands } from '../../sandbox/script/api.ts';
import { loadConfig } from '../../src/config.ts';
import { type FaultProxy, startFaultProxy } from '../fault-proxy.ts';
import { type CompanyFixture, createCompany, createUser, type UserFixture } from '../fixtures.ts';
import { type Running, startProcess } from '../process.ts';
import { eventually, QUICK } from '../world.ts';
import type { AgentOptions, FromAgent, ToAgent } from './agent.ts';

/** A company with its phone, its customers and its people. */
export interface Tenant {
  company: CompanyFixture;
  /** Number of the company's phone. */
  shop: string;
  readonly customers: readonly string[];
  /** Members of the queue that customers come to. */
  agents: UserFixture[];
  /** Somebody who has not written yet. */
  addCustomer(): Promise<string>;
  /** Scans the QR code of the company's connection; API and worker must be running. */
  link(): Promise<void>;
}

/** Where a server process is found, and by which ways it reaches the others: directly, or through a faulty line. */
interface Ways {
  door?: FaultProxy;
  databaseUrl?: string;
  whatsappUrl?: string;
  env?: Record<string, string>;
}

/** Everything that Balcão consists of, each part a process of its own. */
export interface Stack {
  sandbox: SandboxCommands;
  admin: postgres.Sql;
  databaseUrl: string;
  whatsappUrl: string;
  readonly tenants: readonly Tenant[];
  addTenant(options: { customers: number; agents: number }): Promise<Tenant>;
  startApi(ways: Ways): Running<{ url: string }>;
  startWorker(ways?: Ways): Running;
  startConsole(user: UserFixture, serverUrl: string, env?: Record<string, string>): Console;
  /** The folder of this person's console. */
  consoleDir(user: UserFixture): string;
  /** Ticks that went back, by message text. */
  regressions(): Promise<string[]>;
  stop(): Promise<void>;
}

export interface Console extends Running {
  user: UserFixture;
  status: { phase: string; queued: number };
  readonly regressed: string[];
  /** Resolves with the customer's number when the console has it, or null; never when the console dies. */
  write(word: { number: string | null; text: string; file?: string }): Promise<string | null>;
  /** Ends one of the agent's conversations. */
  close(): void;
}

/** A machine that is busy with all of this renews a lease late. */
const TIMES = { ...QUICK, lease: { ttlMs: 5_000, renewMs: 1_000 } };

let orders = 0;
let shops = 5_511_970_000_000;
let people = 5_511_980_000_000;

/** @param database migrated and empty */
export async function startStack(
  database: { url: string; admin: postgres.Sql },
  dir: string,
): Promise<Stack> {
  const { admin, url } = database;
  const running = new Set<Running>();
  function start<Ready>(file: string, args: string[], env: Record<string, string> = {}): Running<Ready> {
    const program = startProcess<Ready>(file, { args, env });
    running.add(program);
    void program.ended.then(() => running.delete(program));
    return program;
  }
  const sandboxProcess = start<SandboxInfo>('server/sandbox/cli.ts', ['--with-parent']);
  const info = await sandboxProcess.ready;
  const sandbox = createSandboxClient(info.control);
  const envOf = ({ databaseUrl = url, whatsappUrl = info.url, env = {} }: Ways) => ({
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: join(dir, 'server'),
    DATABASE_URL: databaseUrl,
    WHATSAPP_URL: whatsappUrl,
    WHATSAPP_CA_FILE: info.caFile,
    WHATSAPP_NOISE_ROOT: info.noiseRoot,
    BALCAO_ROLE: 'api',
    LOG_LEVEL: process.env.LOG ?? 'silent',
    ...env,
  });
  mkdirSync(join(dir, 'server'), { recursive: true });
  await watchTicks(admin);
  const tenants: Tenant[] = [];

  return {
    sandbox,
    admin,
    databaseUrl: url,
    whatsappUrl: info.url,
    tenants,
    async addTenant(options) {
      const tenant = await createTenant(sandbox, admin, options);
      tenants.push(tenant);
      return tenant;
    },
    startApi(ways) {
      const api = start<{ url: string }>('server/src/main.ts', ['--with-parent'], envOf(ways));
      api.ready.then(
        ({ url }) => ways.door?.redirect(url),
        () => {},
      );
      return api;
    },
    startWorker(ways = {}) {
      const env = envOf(ways);
      return start(
        'server/test/session-worker.ts',
        [JSON.stringify({ config: loadConfig(env), times: TIMES })],
        env,
      );
    },
    startConsole(user, serverUrl, env = {}) {
      const { email, password } = user;
      const colleagues = tenants.find(({ agents }) => agents.includes(user))?.agents ?? [];
      const place = { nth: colleagues.indexOf(user), of: colleagues.length };
      const options: AgentOptions = {
        dir: join(dir, `console-${user.id}`),
        serverUrl,
        email,
        password,
        ...place,
      };
      return listen(user, start('server/test/nemesis/agent.ts', [JSON.stringify(options)], env));
    },
    consoleDir: ({ id }) => join(dir, `console-${id}`),
    regressions: async () => (await admin`select body from tick_regressions`).map(({ body }) => String(body)),
    async stop() {
      const parts = [...running].filter((program) => program !== sandboxProcess);
      await Promise.all(parts.map((program) => program.kill()));
      await sandboxProcess.stop();
    },
  };
}

async function createTenant(
  sandbox: SandboxCommands,
  admin: postgres.Sql,
  options: { customers: number; agents: number },
): Promise<Tenant> {
  shops += 1;
  const shop = String(shops);
  const company = await createCompany(admin, `Loja ${shop}`);
  const { companyId } = company;
  await sandbox.createPhone({ number: shop, name: 'Loja', company: true });
  const customers: string[] = [];
  const agents: UserFixture[] = [];
  for (let index = 1; index <= options.agents; index += 1)
    agents.push(await createUser(admin, companyId, `Agente${index}`, [company.queues.support]));

  const connectionWith = async (
    match: (row: { status: string; qrcode: string | null } | undefined) => boolean,
  ) =>
    eventually(
      async () =>
        (
          await admin<{ status: string; qrcode: string | null }[]>`
          select status, qrcode from connections where company_id = ${companyId}`
        )[0],
      match,
      20_000,
    );

  const tenant: Tenant = {
    company,
    shop,
    customers,
    agents,
    async addCustomer() {
      people += 1;
      const number = String(people);
      await sandbox.createPhone({ number, name: `Cliente ${number}`, receipts: 'read' });
      customers.push(number);
      return number;
    },
    async link() {
      await admin`update connections set desired = 'running' where company_id = ${companyId}`;
      const row = await connectionWith((now) => Boolean(now?.qrcode));
      await sandbox.scan({ number: shop, qr: row?.qrcode ?? '' });
      await connectionWith((now) => now?.status === 'connected');
    },
  };
  for (let index = 0; index < options.customers; index += 1) await tenant.addCustomer();
  return tenant;
}

function listen(user: UserFixture, program: Running): Console {
  const waiting = new Map<number, (number: string | null) => void>();
  const console: Console = Object.assign(Object.create(program) as Running, {
    user,
    status: { phase: 'offline', queued: 0 },
    regressed: [] as string[],
    write(word: { number: string | null; text: string; file?: string }) {
      const order = ++orders;
      const { promise, resolve } = Promise.withResolvers<string | null>();
      waiting.set(order, resolve);
      program.say({ kind: 'write', order, ...word } satisfies ToAgent);
      return promise;
    },
    close: () => program.say({ kind: 'close' } satisfies ToAgent),
  });
  program.hear((heard) => {
    const message = heard as FromAgent;
    if (message.kind === 'written') waiting.get(message.order)?.(message.number);
    if (message.kind === 'status') console.status = message;
    if (message.kind === 'regressed')
      console.regressed.push(`${message.text}: ${message.from} to ${message.to}`);
  });
  return console;
}

/** The database itself notes every tick that goes back; a failed message that is sent again starts anew. */
async function watchTicks(admin: postgres.Sql): Promise<void> {
  await admin.unsafe(`
    create table tick_regressions (body text not null);
    create function note_regression() returns trigger language plpgsql security definer as $$
    begin
      insert into tick_regressions values (new.body || ': ' || old.ack || ' to ' || new.ack);
      return null;
    end $$;
    create trigger note_regression after update on messages for each row
      when (new.ack < old.ack and not (old.ack = 1 and new.ack = 0)) execute function note_regression()`);
}

/**
 * An address that stays the same while the programs that answer there come and go: a port that was only looked up could
 * be somebody else's by the time a program opens it.
 */
export const openDoor = (): Promise<FaultProxy> => startFaultProxy('http://127.0.0.1:1');
