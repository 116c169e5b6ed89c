import { loadConfig } from './config.ts';
import { rebuild } from './modules/dashboard/counters.repo.ts';
import { openDatabase } from './platform/db/database.ts';
import { startEmbeddedPostgres } from './platform/db/embedded.ts';
import { migrate } from './platform/db/migrate.ts';

/** Counts the dashboards of all companies anew, one after the other; a server may run meanwhile. */
const config = loadConfig(process.env);
const own = config.databaseUrl
  ? undefined
  : await startEmbeddedPostgres({ dataDir: config.dataDir, durable: true, log: () => {} });
const url = config.databaseUrl ?? own?.url ?? '';
await migrate(url);
const db = openDatabase({ url, name: 'balcao-rebuild-dashboard', poolSize: 2, onCommit: () => {} });
try {
  const companies = await db.asSystem((tx) => tx<{ id: number }[]>`select id from companies order by id`);
  for (const { id } of companies) await db.asSystem((tx) => rebuild(tx, id));
  process.stdout.write(`${companies.length}\n`);
} finally {
  await db.close();
  await own?.stop();
}
