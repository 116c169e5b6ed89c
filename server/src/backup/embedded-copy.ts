import { chown, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { writeBaseBackup } from '../platform/db/base-backup.ts';
import { openPool, type Sql } from '../platform/db/client.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from '../platform/db/embedded.ts';
import { clusterHome, databaseAccount } from '../platform/db/postgres-programs.ts';
import { pathExists } from '../platform/path-exists.ts';
import type { DatabaseCopy } from './database-copy.ts';
import { expectRoom } from './room.ts';

/** A copy older than this is made anew: its log would take long to go through. */
const MAX_COPY_MS = 20 * 3_600_000;
const LOG_WAIT_MS = 60_000;

const manifestSchema = z.object({
  'WAL-Ranges': z.array(z.object({ Timeline: z.int(), 'Start-LSN': z.string() })).min(1),
});
/** A copy is called by the moment when it was finished. */
export const baseOf = (since: Date): string => `base-${since.getTime()}`;
const sinceOf = (name: string): Date => new Date(Number(name.slice('base-'.length)));
const basesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => name.startsWith('base-')).sort();

/**
 * The embedded PostgreSQL copies itself into `backup/base-…` beside it, and from then on each piece of its log into
 * `backup/wal`. Both together are the database at any moment since.
 */
export async function openEmbeddedCopy(dataDir: string): Promise<DatabaseCopy> {
  const home = await clusterHome(dataDir);
  const folder = join(home, 'backup');
  if (!(await pathExists(join(home, 'postgres')))) throw new Error(`There is no installation in ${dataDir}.`);
  const running = await findEmbeddedPostgres(dataDir);
  const own = running
    ? null
    : await startEmbeddedPostgres({ dataDir, durable: true, archive: true, log: () => {} });
  const url = running ?? own?.url ?? '';
  const sql = openPool(url, { max: 1, name: 'balcao-backup', statementS: 600 });

  return {
    url,
    hasDatabase: true,
    parts: [folder, join(home, 'postgres.password')],
    folder,
    async list() {
      const timeline = await timelineNow(sql);
      const dates: Date[] = [];
      for (const name of await basesIn(folder))
        if ((await rangeOf(join(folder, name)))?.Timeline === timeline) dates.push(sinceOf(name));
      return dates;
    },
    isOld: (since) => Date.now() - since.getTime() > MAX_COPY_MS,
    async renew() {
      await checkArchive(sql);
      await expectRoom('A copy of the database', await sizeOf(sql), home);
      const draft = join(folder, 'draft');
      await rm(draft, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      const { uid, gid } = databaseAccount();
      if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
      await writeBaseBackup(url, draft).catch(async (error) => {
        await rm(draft, { recursive: true, force: true });
        throw error;
      });
      const since = await nextMillisecond(sql);
      await rename(draft, join(folder, baseOf(since)));
    },
    dropOlder: () => dropOlder(folder),
    async finishLog() {
      await checkArchive(sql);
      await finishLog(sql, folder);
    },
    async close() {
      await sql.end({ timeout: 5 });
      await own?.stop();
    },
  };
}

async function checkArchive(sql: Sql): Promise<void> {
  const [row] = await sql<{ on: boolean }[]>`select current_setting('archive_mode') = 'on' as on`;
  if (!row?.on)
    throw new Error(
      'The server runs without BACKUP_TO, so its database keeps no log: start it with BACKUP_TO.',
    );
}

async function sizeOf(sql: Sql): Promise<number> {
  const [{ bytes = 0 } = {}] = await sql<{ bytes: number }[]>`
    select sum(pg_database_size(oid))::bigint as bytes from pg_database`;
  return bytes;
}

/** Everything until now is in the folder of the log. */
async function finishLog(sql: Sql, folder: string): Promise<void> {
  const [{ name = '' } = {}] = await sql<{ name: string }[]>`select pg_walfile_name(pg_switch_wal()) as name`;
  const giveUpAt = performance.now() + LOG_WAIT_MS;
  while (!(await stat(join(folder, 'wal', name)).catch(() => null))) {
    if (performance.now() > giveUpAt) {
      const [state] = await sql<{ failed: string | null }[]>`
        select last_failed_wal as failed from pg_stat_archiver`;
      throw new Error(
        `PostgreSQL does not copy its log into ${folder}/wal (${state?.failed ?? name}): is there room, and may it write there?`,
      );
    }
    await sleep(50);
  }
}

async function nextMillisecond(sql: Sql): Promise<Date> {
  const [row] = await sql<{ at: Date }[]>`
    select date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' as at`;
  if (!row) throw new Error('unreachable');
  return row.at;
}

async function timelineNow(sql: Sql): Promise<number> {
  const [row] = await sql<{ timeline: number }[]>`select database_timeline() as timeline`;
  return row?.timeline ?? 0;
}

async function rangeOf(base: string): Promise<{ Timeline: number; 'Start-LSN': string } | null> {
  const text = await readFile(join(base, 'backup_manifest'), 'utf8').catch(() => null);
  return text === null ? null : (manifestSchema.parse(JSON.parse(text))['WAL-Ranges'].at(-1) ?? null);
}

async function dropOlder(folder: string): Promise<void> {
  const bases = await basesIn(folder);
  const newest = bases.at(-1);
  const range = newest === undefined ? null : await rangeOf(join(folder, newest));
  if (!range) return;
  for (const name of bases.slice(0, -1)) await rm(join(folder, name), { recursive: true });
  const first = logFileOf(range.Timeline, range['Start-LSN']);
  const log = join(folder, 'wal');
  for (const name of await readdir(log))
    if (/^[\dA-F]{24}/.test(name) && name < first) await rm(join(log, name));
}

/** The piece of the log, of 16 MB, that holds a place like `0/2000028`. */
function logFileOf(timeline: number, lsn: string): string {
  const [high = '0', low = '0'] = lsn.split('/');
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');
  return [timeline, Number.parseInt(high, 16), Number.parseInt(low, 16) >>> 24].map(hex).join('');
}
