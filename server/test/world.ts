import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { type RunningSandbox, startSandbox } from '../sandbox/cli.ts';
import { type Config, loadConfig } from '../src/config.ts';
import { type SessionProcess, type SessionProcessTimes, startSessions } from '../src/sessions.ts';
import type { TestDatabase } from './database.ts';
import type { FaultProxy } from './fault-proxy.ts';
import type { NetworkMachine } from './network.ts';
import { createPhoneCompany, type PhoneCompany, type PhoneCompanyOptions } from './phone-company.ts';
import type { Running } from './process.ts';
import { createPrograms, type Programs, type RemoteSandbox, serverEnv, startPhones } from './programs.ts';

/** The times of production, only shorter. */
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
    orderMs: 1_500,
  },
  lease: { ttlMs: 2_000, renewMs: 500, doubtMs: 60_000 },
  pollMs: 200,
};
/** A machine that is busy with many programs renews a lease late. */
const PATIENT: SessionProcessTimes = { ...QUICK, lease: { ttlMs: 5_000, renewMs: 1_000, doubtMs: 60_000 } };

/** How a program is started, and by which ways it reaches the others: directly, or through a faulty line. */
interface Start {
  /** Leads to the API from now on. */
  proxy?: FaultProxy;
  databaseUrl?: string;
  whatsappUrl?: string;
  env?: Record<string, string>;
  /** The machine that it runs on; absent: this one. */
  machine?: NetworkMachine | undefined;
  /** Another version's file of this program. */
  program?: string;
}

interface WorkerStart extends Start {
  times?: Partial<SessionProcessTimes>;
  config?: Partial<Config>;
}

/** A simulated WhatsApp, a database, companies with phones, and the programs between them. */
export interface World<Sandbox extends RemoteSandbox = RemoteSandbox> {
  sandbox: Sandbox;
  database: TestDatabase;
  /** That one, and those beside it. */
  databases: readonly TestDatabase[];
  /** Where the company's rows are. */
  homeOf(companyId: number): Promise<TestDatabase>;
  /** Options of its programs. */
  config: Config;
  /** Files of its programs. */
  dir: string;
  readonly companies: readonly PhoneCompany[];
  /** Another company, unlinked. */
  addCompany(options?: PhoneCompanyOptions): Promise<PhoneCompany>;
  start: Programs['start'];
  /** Starts the API in a separate process. */
  startApi(how?: Start & { args?: readonly string[] }): Running<{ url: string }>;
  /** Starts a session worker in a separate process, which may be killed, frozen, and end itself. */
  startWorker(how?: WorkerStart): Running;
  /** Kills a session worker, and time passes over its leases. */
  killWorker(worker: Running): Promise<void>;
  /** The same in this process. */
  startSessions(times?: Partial<SessionProcessTimes>, capacity?: number): Promise<SessionProcess>;
  /** Log lines of sessions in this process: warnings and worse. */
  logged(): string[];
  stop(): Promise<void>;
}

/** Runs the phones in this process, where a test may inspect them. */
export type LocalWorld = World<RunningSandbox>;

interface WorldOptions {
  /** Migrated. The world closes it. */
  database: TestDatabase | Promise<TestDatabase>;
  /** `db2`, `db3` and so on: whoever gives them closes them. */
  others?: readonly TestDatabase[];
  env?: Record<string, string>;
}

export function startWorld(options: WorldOptions): Promise<LocalWorld>;
/** Fault tests let the phones run in a separate process, whose time passes whatever happens to this one. */
export function startWorld(options: WorldOptions & { faults: true; host?: string }): Promise<World>;
export async function startWorld({
  database: given,
  others = [],
  env: common = {},
  faults = false,
  host,
}: WorldOptions & { faults?: boolean; host?: string }): Promise<World> {
  const dir = await mkdtemp(join(tmpdir(), 'balcao-world-'));
  const programs = createPrograms();
  const [sandbox, database] = await Promise.all([
    faults ? startPhones(undefined, host) : startSandbox({ population: [], dir: join(dir, 'sandbox') }),
    given,
    mkdir(join(dir, 'server')),
  ]);
  const envOf = ({
    databaseUrl = database.url,
    whatsappUrl = sandbox.info.url,
    env = {},
    machine,
  }: Start = {}) => ({
    ...serverEnv(join(dir, 'server'), databaseUrl, { ...sandbox.info, url: whatsappUrl }),
    BALCAO_ROLE: 'api',
    LOG_LEVEL: process.env.LOG ?? 'silent',
    ...(machine ? { HOST: machine.address } : {}),
    ...common,
    ...env,
  });
  const config = loadConfig(envOf());
  const times = faults ? PATIENT : QUICK;
  const companies: PhoneCompany[] = [];
  const databases = [database, ...others];
  const sessions = createSessions(config, database.url);

  return {
    sandbox,
    database,
    databases,
    async homeOf(companyId) {
      if (others.length === 0) return database;
      const [place] = await database.admin`select database from company_places where company = ${companyId}`;
      return databases[Number(/\d+/.exec(place?.database)) - 1] ?? database;
    },
    config,
    dir,
    companies,
    async addCompany(options) {
      const company = await createPhoneCompany(sandbox.commands, database.admin, options);
      companies.push(company);
      return company;
    },
    start: programs.start,
    startApi(how = {}) {
      const { program = 'server/src/main.ts', args = [] } = how;
      const api = programs.start<{ url: string }>(
        program,
        ['--with-parent', ...args],
        envOf(how),
        how.machine?.inside,
      );
      api.ready.then(
        ({ url }) => how.proxy?.redirect(url),
        () => {},
      );
      return api;
    },
    startWorker(how = {}) {
      const env = envOf(how);
      const settings = {
        config: { ...loadConfig(env), ...how.config },
        times: { ...times, ...how.times },
      };
      const { program = 'server/test/session-worker.ts' } = how;
      return programs.start(program, [JSON.stringify(settings)], env, how.machine?.inside);
    },
    async killWorker(worker) {
      await worker.kill();
      await database.admin`update processes set expires_at = '-infinity'`;
      for (const { companyId } of companies)
        await database.admin`update connections set status = 'OPENING'
          where company_id = ${companyId} and status = 'connected'`;
    },
    startSessions: sessions.start,
    logged: sessions.logged,
    async stop() {
      await programs.kill();
      await sessions.stop();
      await sandbox.stop();
      await database.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Session processes inside this one. */
function createSessions(config: Config, databaseUrl: string) {
  const running = new Set<SessionProcess>();
  const lines: string[] = [];
  const write = (line: string) => {
    lines.push(line);
    if (process.env.LOG) process.stderr.write(line);
  };
  return {
    logged: () => lines,
    async start(
      times: Partial<SessionProcessTimes> = {},
      capacity = config.sessionsCapacity,
    ): Promise<SessionProcess> {
      const log = pino({ level: process.env.LOG ?? 'warn' }, { write });
      const sessions = await startSessions(config, databaseUrl, {
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
    async stop() {
      await Promise.all([...running].map((sessions) => sessions.stop()));
    },
  };
}
