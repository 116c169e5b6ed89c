import postgres from 'postgres';
import type { Tx } from '../platform/db/client.ts';

/** One statement, however many there are. Every row has the same fields. */
export async function insertAll<Row extends object>(
  tx: Tx,
  table: string,
  rows: readonly Row[],
): Promise<void> {
  const fields = Object.keys(rows[0] ?? {});
  if (fields.length === 0) return;
  const columns = fields.map(postgres.fromCamel);
  const values = rows.map((row) =>
    Object.fromEntries(fields.map((name, at) => [columns[at], row[name as keyof Row]])),
  );
  await tx`
    insert into ${tx(table)} (${tx(columns)})
    select ${tx(columns)} from jsonb_populate_recordset(null::${tx(table)}, ${JSON.stringify(values)}::text::jsonb)`;
}
