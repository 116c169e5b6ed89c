import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../platform/db/database.ts';
import { isPath } from '../platform/storage/paths.ts';

/**
 * Removes the files that came later than the rows of a restored database: no row names them.
 *
 * @returns the files that rows name and that are not there
 */
export async function matchFiles(db: Database, media: string): Promise<string[]> {
  const rows = await db.asSystem(
    (tx) => tx<{ path: string; isNeeded: boolean }[]>`
      select path, true as is_needed from media where state = 'stored' and path is not null
      union all
      select path, false from removed_files`,
  );
  const missing = new Set(rows.filter(({ isNeeded }) => isNeeded).map(({ path }) => path));
  const named = new Set(rows.map(({ path }) => path));
  for (const name of await readdir(media, { recursive: true }).catch(() => [])) {
    // What was made from a file stands beside it.
    const path = name.replaceAll('\\', '/').replace(/\..*$/, '');
    if (!isPath(path)) continue;
    missing.delete(path);
    if (!named.has(path)) await rm(join(media, name));
  }
  return [...missing];
}
