import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type postgres from 'postgres';
import { type RunningSandbox, startSandbox } from '../sandbox/cli.ts';
import type { SandboxCommands } from '../sandbox/script/api.ts';
import type { Config } from '../src/config.ts';
import { CAPACITY, type SessionProcess, type SessionProcessTimes, startSessions } from '../src/sessions.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { type CompanyFixture, createCompany } from './fixtures.ts';

/** As in production, only quicker. */
export const QUICK: SessionProcessTimes = {
  session: {
    backoff: { minMs: 50, maxMs: 400 },
    holdMs: 50,
    ackTimeoutMs: 1_500,
    aliveMs: 20_000,
    qrTimeoutMs: undefined,
    replacedMs: 200,
    stableMs: 60_000,
    keyDeadlineMs: 8_000,
    stalledMs: 60_000,
  },
  lease: { ttlMs: 2_000, renewMs: 500 },
  pollMs: 200,
};

/** A company with a phone and a connection for it. */
export interface Tenant {
  company: CompanyFixture;
  /** Number of the company's phone. */
  shop: string;
  /** Sets the wish and scans the QR code; resolves when the connection is there. */
  link(): Promise<void>;
  connection(): Promise<ConnectionRow>;
  /** The connection's row, once it fits. */
  connectionWith(match: (row: ConnectionRow) => boolean, timeoutMs?: number): Promise<ConnectionRow>;
}

/** A session worker in a process of its own. */
interface Worker {
  /** Without warning. Time passes over its lease. */
  kill(): Promise<void>;
  /** Stops it where it stands, as a machine that swaps or a suspended laptop does. */
  freeze(): void;
  thaw(): void;
  /** Resolves with the code of its own end. */
  exited: Promise<number | null>;
}

/** A sandbox, a database, a company and session processes between them. */
export interface WhatsAppWorld extends Tenant {
  sandbox: RunningSandbox;
  database: TestDatabase;
  config: Config;
  /** Lines of the processes in this one, warnings and worse. */
  logged(): string[];
  /** Another company, unlinked. */
  join(): Promise<Tenant>;
  start(times?: Partial<SessionProcessTimes>, capacity?: number): Promise<SessionProcess>;
  /** The same in a process of its own, which may be killed, frozen, and end itself. */
  startKillable(times?: Partial<SessionProcessTimes>, config?: Partial<Config>): Promise<Worker>;
  stop(): Promise<void>;
}

interface ConnectionRow {
  id: number;
  status: string;
  reason: string | null;
  qrcode: string | null;
  retries: number;
  until: Date | null;
  number: string | null;
  desired: string;
}

let numbers = 5_511_970_000_000;
export const newNumber = () => String(++numbers);

export async function createWhatsAppWorld(): Promise<WhatsAppWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'balcao-whatsapp-'));
  const [sandbox, database] = await Promise.all([
    startSandbox({ population: [], dir: join(dataDir, 'sandbox') }),
    createTestDatabase(),
  ]);
  const config = testConfig(sandbox, dataDir, database.url);
  const running = new Set<SessionProcess>();
  const workers = new Set<ChildProcess>();
  const lines: string[] = [];
  const write = (line: string) => {
    lines.push(line);
    if (process.env.LOG) process.stderr.write(line);
  };
  const tenant = () => createTenant(sandbox.commands, database.admin);
  return {
    sandbox,
    database,
    config,
    ...(await tenant()),
    logged: () => lines,
    join: tenant,
    async start(times = {}, capacity = CAPACITY) {
      const log = pino({ level: process.env.LOG ?? 'warn' }, { write });
      const sessions = await startSessions(config, database.url, {
        log,
        onUnrecoverable() {
          throw new Error('incurable session');
        },
        times: { ...QUICK, ...times },
        capacity,
      });
      const once: SessionProcess = {
        async stop() {
          if (running.delete(once)) await sessions.stop();
        },
      };
      running.add(once);
      return once;
    },
    async startKillable(times = {}, changes = {}) {
      const program = new URL('./session-worker.ts', import.meta.url);
      const settings = { config: { ...config, ...changes }, times: { ...QUICK, ...times } };
      const worker = fork(program, [JSON.stringify(settings)], { execArgv: [] });
      workers.add(worker);
      const exited = once(worker, 'exit').then(([code]) => code as number | null);
      await once(worker, 'message');
      return {
        exited,
        freeze: () => void worker.kill('SIGSTOP'),
        thaw: () => void worker.kill('SIGCONT'),
        async kill() {
          worker.kill('SIGKILL');
          await exited;
          await database.admin`update connection_leases set expires_at = '-infinity'`;
          for (const { id } of await database.admin`select id from companies`)
            await database.admin`update connections set status = 'OPENING'
              where company_id = ${id} and status = 'connected'`;
        },
      };
    },
    async stop() {
      for (const worker of workers) worker.kill('SIGKILL');
      await Promise.all([...running].map((sessions) => sessions.stop()));
      await sandbox.stop();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export async function createTenant(sandbox: SandboxCommands, admin: postgres.Sql): Promise<Tenant> {
  const company = await createCompany(admin, `Loja ${randomBytes(4).toString('hex')}`);
  const shop = newNumber();
  await sandbox.createPhone({ number: shop, name: 'Loja', company: true });

  async function connection(): Promise<ConnectionRow> {
    const [row] = await admin<ConnectionRow[]>`
      select id::int, status, reason, qrcode, retries, until, number, desired from connections
      where company_id = ${company.companyId} and id = ${company.connectionId}`;
    if (!row) throw new Error('no connection');
    return row;
  }
  const connectionWith = (match: (row: ConnectionRow) => boolean, timeoutMs?: number) =>
    eventually(connection, match, timeoutMs);

  return {
    company,
    shop,
    connection,
    connectionWith,
    async link() {
      await wish({ admin }, company, { desired: 'running' });
      const { qrcode } = await connectionWith((row) => row.qrcode !== null);
      await sandbox.scan({ number: shop, qr: qrcode ?? '' });
      await connectionWith((row) => row.status === 'connected', 15_000);
    },
  };
}

function testConfig(sandbox: RunningSandbox, dataDir: string, databaseUrl: string): Config {
  const { url, caFile, noiseRoot } = sandbox.info;
  return {
    host: '127.0.0.1',
    port: 0,
    publicUrl: null,
    trustProxy: [],
    databaseUrl,
    databasePool: 8,
    dataDir,
    secretKeyFile: join(dataDir, 'secret.key'),
    whatsapp: { url, caFile, noiseRoot, version: null },
    mail: null,
    mediaLimitBytes: 5 * 1024 * 1024,
    mediaQuotaBytes: null,
    logLevel: 'silent',
    role: 'sessions',
    updatesDir: '',
    minConsole: null,
    demo: false,
  };
}

/** What a person asks of the connection, as the API writes it. */
export async function wish(
  { admin }: Pick<TestDatabase, 'admin'>,
  { companyId, connectionId }: CompanyFixture,
  change: {
    desired?: 'running' | 'stopped';
    logout_requested?: boolean;
    generation?: number;
    nudges?: number;
  },
): Promise<void> {
  await admin`update connections set ${admin(change)} where company_id = ${companyId} and id = ${connectionId}`;
}

/** Looks until the answer fits; the last answer stands in the error. */
export async function eventually<T>(
  look: () => Promise<T>,
  match: (value: T) => boolean,
  timeoutMs = 10_000,
): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const value = await look();
    if (match(value)) return value;
    if (performance.now() > end) throw new Error(`did not become true: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A red PNG of one pixel. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);
