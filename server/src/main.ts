import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import manifest from '../package.json' with { type: 'json' };
import { buildApp } from './app.ts';
import { type Config, loadConfig } from './config.ts';
import { seedDemo } from './demo/seed.ts';
import { needsSetUp, setUpToken } from './modules/companies/set-up.ts';
import { createBus } from './platform/bus.ts';
import { compactHeap } from './platform/compact-heap.ts';
import { type Database, openDatabase } from './platform/db/database.ts';
import { startEmbeddedPostgres } from './platform/db/embedded.ts';
import { isUnavailable, whyNotStarted } from './platform/db/errors.ts';
import { migrate } from './platform/db/migrate.ts';
import { createLifecycle, type Lifecycle } from './platform/lifecycle.ts';
import { createLog, type Log } from './platform/log.ts';
import { createMeasure } from './platform/measure.ts';
import { announceProcess, type Measures, newProcessId, type ProcessInfo } from './platform/processes.ts';
import { createSecrets } from './platform/secrets.ts';
import { openStorage } from './platform/storage/open.ts';
import { startSessionWorker } from './platform/workers.ts';
import { leaveEveryEpoch } from './sync/epoch.ts';

/** Whatever hangs, the process is gone after this. */
const SHUTDOWN_LIMIT_MS = 20_000;

interface Process {
  config: Config;
  log: Log;
  lifecycle: Lifecycle;
}

try {
  await main();
} catch (error) {
  // Also before the log exists: a person reads this.
  process.stderr.write(`${whyNotStarted(error)}\n`);
  // Not only the exit code: an open input of a parent would keep the process.
  process.exit(1);
}

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLog(config);
  const lifecycle = createLifecycle({ log });
  const grace = closeWithGrace({ delay: SHUTDOWN_LIMIT_MS, logger: false }, async ({ err }) => {
    if (err) log.fatal({ err }, 'unexpected failure');
    await lifecycle.shutdown();
  });
  if (process.argv.includes('--with-parent')) endWithParent(() => grace.close());

  try {
    await start({ config, log, lifecycle });
  } catch (error) {
    // Where the program failed says nothing of a database that is away.
    if (!isUnavailable(error)) log.fatal({ err: error }, 'start failed');
    await lifecycle.shutdown();
    throw error;
  }
}

async function start(parts: Process): Promise<void> {
  const { config, log, lifecycle } = parts;
  const databaseUrl = config.databaseUrl ?? (await ownDatabase(parts));
  const applied = await migrate(databaseUrl);
  if (applied.length > 0) log.info({ applied }, 'database migrated');
  // Made before the workers start, so that all processes read the same one.
  const secrets = createSecrets({ keyFile: config.secretKeyFile });

  if (config.role !== 'sessions') {
    const url = await serve(parts, databaseUrl, secrets);
    process.stdout.write(`${JSON.stringify({ ready: true, url })}\n`);
  }
  if (config.role !== 'api') {
    const worker = startSessionWorker({ config, databaseUrl, log });
    lifecycle.onShutdown('work', 'session worker', () => worker.stop());
  }
  compactHeap();
}

async function serve(parts: Process, databaseUrl: string, secrets: ReturnType<typeof createSecrets>) {
  const { config, log, lifecycle } = parts;
  const { bus, connect } = createBus(
    () => db,
    (error) => log.warn({ err: error }, 'bus'),
  );
  const db: Database = openDatabase({
    url: databaseUrl,
    replicaUrl: config.databaseReplicaUrl,
    name: 'balcao-api',
    poolSize: config.databasePool,
    onCommit: bus.dirty,
  });
  lifecycle.onShutdown('stores', 'database', () => db.close());
  lifecycle.onShutdown('stores', 'bus', () => bus.close());
  await connect();
  if (process.argv.includes('--restored')) {
    await leaveEveryEpoch(db);
    log.warn('every console fetches its rows anew, because a backup was restored');
  }
  const storage = await openStorage(config, log);
  const clock = () => new Date();
  const { standIn, efi } = config.outgoing;
  const seeds = { db, storage, secrets, clock, standIn, efi, publicUrl: config.publicUrl };
  if (config.demo && (await seedDemo(seeds, config.demo))) log.info('demo company made');
  if (await db.asSystem(needsSetUp)) {
    // A person reads this in the terminal or the log, and types it into the first console.
    log.warn({ setUpCode: setUpToken(secrets) }, 'nobody has set up this installation yet');
  }

  const app = await buildApp({
    config,
    db,
    bus,
    log,
    secrets,
    storage,
    clock,
    draining: () => lifecycle.draining,
  });
  lifecycle.onShutdown('ingress', 'http', () => app.close());
  const own: ProcessInfo = {
    id: newProcessId(config.machine),
    kind: 'api',
    machine: config.machine,
    version: manifest.version,
    capacity: 0,
  };
  const measure = createMeasure(config.dataDir, () => app.listeners().consoles);
  await watch(parts, { app, db, own, measure });
  const announced = await announceProcess({ db, log, own, measure });
  lifecycle.onShutdown('stores', 'process', () => announced.stop());
  return app.listen({ host: config.host, port: config.port });
}

/** Figures and traces, for whoever wants them. */
async function watch(
  { config: { metrics, traces }, lifecycle, log }: Process,
  measured: { app: FastifyInstance; db: Database; own: ProcessInfo; measure(): Measures },
): Promise<void> {
  if (metrics) {
    const { serveApiMetrics } = await import('./metrics.ts');
    const served = await serveApiMetrics(metrics, measured);
    lifecycle.onShutdown('stores', 'metrics', () => served.stop());
  }
  if (traces) {
    const { startTraces } = await import('./platform/traces.ts');
    const traced = startTraces(traces, measured.own, log);
    lifecycle.onShutdown('stores', 'traces', () => traced.stop());
  }
}

async function ownDatabase({ config, log, lifecycle }: Process): Promise<string> {
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    durable: true,
    archive: config.backup !== null,
    log: (line) => log.debug({ line: line.trimEnd() }, 'postgres'),
  });
  lifecycle.onShutdown('stores', 'embedded postgres', () => postgres.stop());
  return postgres.url;
}

/** Started by another program: its end closes our input, however it ended. */
function endWithParent(close: () => void): void {
  process.stdin.resume();
  process.stdin.once('close', close);
  process.stdin.once('error', close);
}
