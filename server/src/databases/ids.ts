import type { Owner } from './owner.ts';

/** Which database gives which ids (migrations/0230_databases.sql). The first one has range 0. */
export interface IdRange {
  number: number;
  database: string;
}

/** Ten thousand ranges stay below 2^53, where numbers are exact. */
const IDS_EACH = 100_000_000_000;

export const rangeOf = (id: number): number => Math.floor((id - 1) / IDS_EACH);

/** The range from which a database gives ids now. */
export async function currentRange(first: Owner, name: string): Promise<number> {
  const [row] = await first.sql<{ number: number }[]>`
    select coalesce(max(number), 0) as number from id_ranges where database = ${name}`;
  return row?.number ?? 0;
}

/** Another range, which comes behind all that were taken. The database gives its ids once `giveIds` has said so. */
export async function takeRange(first: Owner, name: string): Promise<number> {
  const [row] = await first.sql<{ number: number }[]>`
    insert into id_ranges (database) values (${name}) returning number`;
  if (!row) throw new Error('no range of ids was taken');
  return row.number;
}

/** From now on the database gives ids of this range. What gives them already goes on. */
export async function giveIds({ sql }: Owner, range: number): Promise<void> {
  const first = range * IDS_EACH + 1;
  const sequences = await sql<{ sequence: string }[]>`
    select format('%I.%I', schemaname, sequencename) as sequence from pg_sequences
    where schemaname = 'public' and data_type = 'bigint'::regtype and coalesce(last_value, 0) < ${first}`;
  for (const { sequence } of sequences) await sql`select setval(${sequence}::regclass, ${first}, false)`;
}
