import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { holdAfterRestore } from './backup/after-restore.ts';
import { redoWishes } from './backup/wishes/redo-wishes.ts';
import type { Config } from './config.ts';
import type { Beside } from './databases/beside.ts';
import { createFront } from './databases/front.ts';
import { createHomes, type Home } from './databases/home.ts';
import { createLines } from './databases/lines.ts';
import { endQuietsThatAreLeft } from './databases/move/left.ts';
import type { NamedDatabase } from './databases/names.ts';
import { openPlaces } from './databases/places.ts';
import { whenThere } from './databases/when-there.ts';
import { seedDemo } from './demo/seed.ts';
import { needsSetUp, setUpToken } from './modules/companies/set-up.ts';
import { tellOfSharedPlans } from './modules/subscription/company-changed.ts';
import { type Bus, createBus } from './platform/bus.ts';
import { addressKey } from './platform/db/address-key.ts';
import { type Database, openDatabase } from './platform/db/database.ts';
import { type ClosedDoor, createClosedDoor } from './platform/http/closed-door.ts';
import type { Lifecycle } from './platform/lifecycle.ts';
import type { Log } from './platform/log.ts';
import { createMeasure, foldersOf } from './platform/measure.ts';
import { announceProcess, newProcessId, type ProcessInfo } from './platform/processes.ts';
import type { Secrets } from './platform/secrets.ts';
import { openStorage } from './platform/storage/open.ts';
import type { Storage } from './platform/storage/storage.ts';
import { leaveEveryEpoch } from './sync/epoch.ts';
import { VERSION } from './version.ts';

/** The API of one process: an application on each database, and one server that listens. */

export interface Process {
  config: Config;
  log: Log;
  lifecycle: Lifecycle;
}

interface OpenDatabase {
  name: string;
  db: Database;
  bus: Bus;
}

export interface Databases {
  /** The operator's, which has the directory. Prepared. */
  first: NamedDatabase;
  /** Each is served from the moment when it is there. */
  others: readonly NamedDatabase[];
  /** Brings it to this version. @throws an error that says why it cannot be used */
  prepare(database: NamedDatabase): Promise<void>;
}

/** What the applications of a process have in common. */
interface Common {
  parts: Process;
  secrets: Secrets;
  storage: Storage;
  own: ProcessInfo;
}

interface Served {
  homes: readonly Home[];
  listens: FastifyInstance;
}

const clock = () => new Date();
/** So long a proxy may take to hear that this process leaves. */
const UNLISTED_MS = 2_500;

/** @returns where it listens */
export async function serve(parts: Process, databases: Databases, secrets: Secrets): Promise<string> {
  const { config, log } = parts;
  const door = createClosedDoor(config, log, 'ERR_RESTORING');
  const first = await open(parts, databases.first, secrets, door);
  const storage = await openStorage(config, log);
  await begin(parts, first.db, { secrets, storage });
  const own: ProcessInfo = {
    id: newProcessId(config.machine),
    kind: 'api',
    machine: config.machine,
    version: VERSION,
    capacity: 0,
  };
  const common = { parts, secrets, storage, own };
  const isOne = databases.others.length === 0;
  const { homes, listens } = await (isOne ? serveOne(common, first) : serveAll(common, first, databases));
  await watch(common, homes);
  // A proxy asks every second: until it knows, it sends new requests here, which are still answered.
  if (config.trustProxy.length > 0)
    parts.lifecycle.onShutdown('announce', 'readiness', () => sleep(UNLISTED_MS));
  parts.lifecycle.onShutdown('ingress', 'http', () => listens.close());
  await door.away();
  return listen(listens, config);
}

async function listen(server: FastifyInstance, { host, port }: Config): Promise<string> {
  return server.listen({ host, port }).catch((cause: Error) => {
    throw new Error(
      `Consoles cannot be served at ${host}:${port}: ${cause.message}. End the program that has this port, or choose another PORT.`,
      { cause },
    );
  });
}

async function open(
  { config, log, lifecycle }: Process,
  { name, url }: NamedDatabase,
  secrets: Secrets,
  door?: ClosedDoor,
): Promise<OpenDatabase> {
  const { bus, connect } = createBus(
    () => db,
    (error) => log.warn({ err: error, database: name }, 'bus'),
  );
  const db: Database = openDatabase({
    url,
    replicaUrl: config.replicas.find((replica) => replica.name === name)?.url,
    name: 'balcao-api',
    poolSize: config.databasePool,
    addressKey: addressKey(secrets),
    onCommit: bus.dirty,
  });
  try {
    await connect();
  } catch (error) {
    await db.close();
    throw error;
  }
  lifecycle.onShutdown('stores', `database ${name}`, () => db.close());
  lifecycle.onShutdown('stores', `bus of ${name}`, () => bus.close());
  const byHand = process.argv.includes('--restored');
  await holdAfterRestore(db, { log, byHand });
  await redoWishes({
    db,
    url,
    backup: config.backup && { ...config.backup, database: name },
    secrets,
    log,
    passesOver: process.argv.includes('--without-wishes'),
    onWait: async () => door?.stand(),
  });
  if (byHand) {
    await leaveEveryEpoch(db);
    log.warn({ database: name }, 'every console fetches its rows anew, because a backup was restored');
  }
  return { name, db, bus };
}

/** What an installation needs once, in its first database. */
async function begin(
  { config, log }: Process,
  db: Database,
  { secrets, storage }: { secrets: Secrets; storage: Storage },
): Promise<void> {
  const { standIn, efi } = config.outgoing;
  const seeds = { db, storage, secrets, clock, standIn, efi, publicUrl: config.publicUrl };
  if (config.demo && (await seedDemo(seeds, config.demo))) log.info('demo company made');
  if (await db.asSystem(needsSetUp)) {
    // A person reads this in the terminal or the log, and types it into the first console.
    log.warn({ setUpCode: setUpToken(secrets) }, 'nobody has set up this installation yet');
  }
}

/** The application on one database, which other processes know of. */
async function build(
  { parts, secrets, storage, own }: Common,
  { name, db, bus }: OpenDatabase,
  beside?: Beside,
): Promise<Home> {
  const { config, log, lifecycle } = parts;
  const app = await buildApp({
    config: { ...config, backup: config.backup && { ...config.backup, database: name } },
    db,
    bus,
    log,
    secrets,
    storage,
    clock,
    draining: () => lifecycle.draining,
    ...(beside ? { beside } : {}),
  });
  await app.ready();
  const measure = createMeasure(foldersOf(config), () => app.listeners().consoles);
  const announced = await announceProcess({ db, log, own, measure });
  lifecycle.onShutdown('stores', 'process', () => announced.stop());
  return { name, db, app };
}

/** Figures and traces of this process, for whoever wants them. */
async function watch({ parts, own }: Common, homes: readonly Home[]): Promise<void> {
  const { config, lifecycle, log } = parts;
  if (config.metrics) {
    const { serveApiMetrics } = await import('./metrics.ts');
    const served = await serveApiMetrics(config.metrics, { homes, own, folders: foldersOf(config) });
    lifecycle.onShutdown('stores', 'metrics', () => served.stop());
  }
  if (config.traces) {
    const { startTraces } = await import('./platform/traces.ts');
    const traced = startTraces(config.traces, own, log);
    lifecycle.onShutdown('stores', 'traces', () => traced.stop());
  }
}

/** The application of the only database listens itself. */
async function serveOne(common: Common, database: OpenDatabase): Promise<Served> {
  const home = await build(common, database);
  return { homes: [home], listens: home.app };
}

/** An application on each database, none of which listens, and the server that hands requests to them. */
async function serveAll(
  common: Common,
  opened: OpenDatabase,
  { first, others, prepare }: Databases,
): Promise<Served> {
  const { config, log, lifecycle } = common.parts;
  const all = [first, ...others];
  const names = all.map(({ name }) => name);
  const places = await openPlaces({ first: opened.db, names, log });
  lifecycle.onShutdown('stores', 'places of companies', () => places.stop());

  async function settle(database: OpenDatabase, ofFirst: Partial<Beside>): Promise<Home> {
    const { name } = database;
    return build(common, database, {
      isHere: (companyId) => places.of(companyId) === name,
      claims: {
        first: opened.db,
        others: () => homes.every().filter((home) => home.name !== name),
        places,
        log,
      },
      ...ofFirst,
    });
  }

  const firstHome = await settle(opened, { takeLine: (socket) => lines.accept(socket) });
  const homes = createHomes(firstHome, names, places);
  const { front, senders } = createFront({ config, log, homes, places });
  const lines = createLines({ homes, senders, places });
  const begin = ({ app }: Home) => {
    app.jobs.begin();
    app.calls.begin();
  };
  front.addHook('onListen', async () => homes.all.forEach(begin));
  // Their lines end first: the server would wait for them.
  front.addHook('preClose', async () => {
    await Promise.all(homes.all.map(({ app }) => app.close()));
  });
  for (const other of others)
    await whenThere(
      other.name,
      async () => {
        await prepare(other);
        const database = await open(common.parts, other, common.secrets);
        await tellOfSharedPlans(database);
        const home = await settle(database, { proveOperator: (token) => firstHome.app.proveToken(token) });
        homes.add(home);
        if (front.server.listening) begin(home);
      },
      common.parts,
    );
  lifecycle.onShutdown(
    'work',
    'quiets that are left',
    endQuietsThatAreLeft({ first: opened.db, databases: all, log }),
  );
  return { homes: homes.all, listens: front };
}
