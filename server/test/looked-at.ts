import type { Tx } from '../src/platform/db/client.ts';

export interface Looked {
  scans: number;
  rows: number;
}

/** Reads of a table by this connection, not yet reported to the statistics: earlier transactions are included. */
export async function lookedAt(tx: Tx, table: string): Promise<Looked> {
  const [looked] = await tx<Looked[]>`
    select seq_scan::int as scans, idx_tup_fetch::int as rows from pg_stat_xact_user_tables where relname = ${table}`;
  return looked ?? { scans: 0, rows: 0 };
}

export const since = (before: Looked, after: Looked): Looked => ({
  scans: after.scans - before.scans,
  rows: after.rows - before.rows,
});
