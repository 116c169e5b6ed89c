import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeTestFolder } from '../../.scripts/test-folder.ts';
import { openPool } from '../../server/src/platform/db/client.ts';
import { type EmbeddedDatabase, startEmbeddedPostgres } from '../../server/src/platform/db/embedded.ts';
import { migrate } from '../../server/src/platform/db/migrate.ts';
import { startProcess } from '../../server/test/process.ts';
import { linkPhone } from './acts.ts';
import { startStack } from './stack.ts';
import { copyFolder, databaseOf, folderOf, tellWorkers, withDatabase } from './templates.ts';

/** One PostgreSQL for the whole run, with every world that a journey may begin in, for each to copy. */
export default async function setUp(): Promise<() => Promise<void>> {
  // A signal to end removes PostgreSQL and the folder too, as the end of the process does.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  const dir = makeTestFolder();
  const dataDir = join(dir, 'cluster');
  const spareCluster = join(dir, 'spare-cluster');
  let postgres = await startCluster(dataDir);
  const tell = () => tellWorkers({ dir, postgresUrl: postgres.url, spareCluster });
  tell();
  await Promise.all([makeWorlds(dir, postgres.url), ...(process.env.BALCAO_BUILD ? [buildPages()] : [])]);
  await postgres.stop();
  await copyFolder(dataDir, spareCluster);
  postgres = await startCluster(dataDir);
  tell();
  return () => postgres.stop();
}

/** No world needs the pages that journeys look at. */
async function buildPages(): Promise<void> {
  await promisify(execFile)('pnpm', ['--silent', 'build'], { cwd: join(import.meta.dirname, '../..') });
}

const startCluster = (dataDir: string): Promise<EmbeddedDatabase> =>
  startEmbeddedPostgres({ dataDir, durable: false, log: () => {} });

/** The programs themselves make the worlds, so that each is exactly as they leave it. */
async function makeWorlds(dir: string, postgresUrl: string): Promise<void> {
  const sql = openPool(postgresUrl, { max: 1, name: 'e2e-worlds' });
  try {
    await mkdir(folderOf(dir, 'empty'), { recursive: true });
    await sql.unsafe(`create database ${databaseOf('empty')}`);
    await migrate(withDatabase(postgresUrl, databaseOf('empty')));

    await sql.unsafe(`create database ${databaseOf('demo')} template ${databaseOf('empty')}`);
    const seeding = startProcess('server/src/main.ts', {
      args: ['--with-parent'],
      env: {
        PORT: '0',
        DATA_DIR: join(folderOf(dir, 'demo'), 'server'),
        DATABASE_URL: withDatabase(postgresUrl, databaseOf('demo')),
        BALCAO_ROLE: 'api',
        BALCAO_DEMO: 'empty',
      },
    });
    await seeding.ready;
    await seeding.stop();

    const stack = await startStack();
    await linkPhone(stack);
    await stack.rest();
    await sql.unsafe(
      `alter database ${new URL(stack.databaseUrl).pathname.slice(1)} rename to ${databaseOf('linked')}`,
    );
    await copyFolder(stack.dir, folderOf(dir, 'linked'));
  } finally {
    await sql.end();
  }
}
