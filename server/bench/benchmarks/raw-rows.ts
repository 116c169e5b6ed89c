import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { openFile } from '../../../desktop/src/core/store/files.ts';
import type { Cache } from '../console.ts';
import type { Context } from '../figure.ts';
import { timed } from '../measure.ts';

/**
 * Rows a second that SQLite takes when nothing but their bytes is written, one transaction for each 500.
 *
 * @param limit so many rows of the cache
 */
export async function insertRaw({ dir }: Context, cache: Cache, limit = Infinity): Promise<number> {
  const rows = ['contact', 'ticket', 'message']
    .flatMap((table) =>
      cache
        .prepare<[], { id: string; row: string }>(`select cast(id as text) as id, row from ${table}`)
        .all(),
    )
    .slice(0, limit);
  const bare = openFile(join(await mkdtemp(join(dir, 'bare-')), 'bare.db'));
  bare.pragma('journal_mode = wal');
  bare.pragma('synchronous = normal');
  bare.exec('create table item (kind int, id text, row text, primary key (kind, id))');
  const insert = bare.prepare('insert or replace into item values (?, ?, ?)');
  const ms = await timed(() => {
    for (let start = 0; start < rows.length; start += 500)
      bare.transaction(() => {
        for (const { id, row } of rows.slice(start, start + 500)) insert.run(row.length, id, row);
      })();
  });
  bare.close();
  return rows.length / (ms / 1000);
}
