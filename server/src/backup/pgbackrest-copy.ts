import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseCopy } from './database-copy.ts';
import { endOf, openPgBackRest } from './pgbackrest.ts';

const HOUR_MS = 3_600_000;
/** Daily: what has changed since the last full one. */
const MAX_COPY_MS = 20 * HOUR_MS;
const MAX_FULL_MS = 7 * 24 * HOUR_MS - 4 * HOUR_MS;

/** A PostgreSQL of one's own, whose copies and log pgBackRest keeps in its own repository. */
export async function openPgBackRestCopy(
  url: string,
  stanza: string,
  dataDir: string,
): Promise<DatabaseCopy> {
  const pgbackrest = openPgBackRest(stanza);
  const folder = join(dataDir, 'backup');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    url,
    hasDatabase: true,
    parts: [folder],
    folder,
    list: async () => (await pgbackrest.list()).slice(-1).map(endOf),
    isOld: (since) => Date.now() - since.getTime() > MAX_COPY_MS,
    async renew() {
      const full = (await pgbackrest.list()).findLast(({ type }) => type === 'full');
      const isDue = !full || Date.now() - endOf(full).getTime() > MAX_FULL_MS;
      await pgbackrest.copy(isDue ? 'full' : 'diff');
      // It restores to no moment of the second in which the copy ended.
      const [end = new Date(0)] = (await pgbackrest.list()).slice(-1).map(endOf);
      await sleep(Math.max(0, end.getTime() - Date.now()));
    },
    // By its own configuration.
    dropOlder: async () => {},
    async finishLog() {
      await pgbackrest.finishLog();
    },
    close: async () => {},
  };
}
