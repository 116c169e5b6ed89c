import postgres from 'postgres';
import type { Tx } from './client.ts';

/**
 * One statement, however many there are. Every row has the same fields.
 *
 * @param tail what follows: `on conflict …`, `returning …`
 */
export async function insertAll<Row extends object, Made = never>(
  tx: Tx,
  table: string,
  rows: readonly Row[],
  tail = tx``,
): Promise<Made[]> {
  const fields = Object.keys(rows[0] ?? {});
  if (fields.length === 0) return [];
  const columns = fields.map(postgres.fromCamel);
  const values = rows.map((row) =>
    Object.fromEntries(fields.map((name, at) => [columns[at], row[name as keyof Row]])),
  );
  const made = await tx`
    insert into ${tx(table)} (${tx(columns)})
    select ${tx(columns)} from jsonb_populate_recordset(null::${tx(table)}, ${JSON.stringify(values)}::text::jsonb)
    ${tail}`;
  return made as unknown as Made[];
}
