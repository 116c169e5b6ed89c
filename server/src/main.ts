import closeWithGrace from 'close-with-grace';
import { loadConfig } from './config.ts';
import { FIRST_DATABASE, type NamedDatabase } from './databases/names.ts';
import { assertReady } from './databases/ready.ts';
import { whenThere } from './databases/when-there.ts';
import { compactHeap } from './platform/compact-heap.ts';
import { startEmbeddedPostgres } from './platform/db/embedded.ts';
import { isUnavailable, whyNotStarted } from './platform/db/errors.ts';
import { migrate } from './platform/db/migrate.ts';
import { createLifecycle } from './platform/lifecycle.ts';
import { createLog } from './platform/log.ts';
import { createSecrets } from './platform/secrets.ts';
import { startSessionWorker } from './platform/workers.ts';
import { type Process, serve } from './serve.ts';

/** Whatever hangs, the process is gone after this. */
const SHUTDOWN_LIMIT_MS = 20_000;

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
  const { config, log } = parts;
  const first = { name: FIRST_DATABASE, url: config.databaseUrl ?? (await ownDatabase(parts)) };
  const prepare = async (database: NamedDatabase): Promise<void> => {
    const applied = await migrate(database.url);
    if (applied.length > 0) log.info({ applied, database: database.name }, 'database migrated');
    if (database !== first) await assertReady(first, database);
  };
  await prepare(first);
  // Made before the workers start, so that all processes read the same one.
  const secrets = createSecrets({ keyFile: config.secretKeyFile });

  if (config.role !== 'sessions') {
    const url = await serve(parts, { first, others: config.otherDatabases, prepare }, secrets);
    process.stdout.write(`${JSON.stringify({ ready: true, url })}\n`);
  }
  if (config.role !== 'api') {
    work(parts, first, 0);
    for (const [index, other] of config.otherDatabases.entries())
      await whenThere(
        other.name,
        async () => {
          await prepare(other);
          work(parts, other, index + 1);
        },
        parts,
      );
  }
  compactHeap();
}

/** @param before how many databases come before this one */
function work({ config, log, lifecycle }: Process, { name, url }: NamedDatabase, before: number): void {
  const own = log.child({ database: name });
  const worker = startSessionWorker({ config, databaseUrl: url, before, log: own });
  lifecycle.onShutdown('work', `session worker of ${name}`, () => worker.stop());
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
