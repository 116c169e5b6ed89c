import type { SourceRow } from './source.ts';
import type { Work } from './step.ts';

/** How the rows of a company are read there, by their ids. */

/** Tables that name no company are their parents'. */
const PARENTS: Record<string, [column: string, parent: string]> = {
  Messages: ['ticketId', 'Tickets'],
  TicketNotes: ['contactId', 'Contacts'],
  ContactListItems: ['contactListId', 'ContactLists'],
};

/** A condition on a table under the alias `x`, with the company's id there as $1. */
export function ofCompany({ from, origin }: Work, table: string): string {
  if (origin === null) return '$1::text is null';
  const [column, parent] = PARENTS[table] ?? [];
  if (column) return `x."${column}" in (select id from "${parent}" where "companyId" = $1::bigint)`;
  return from.has(table, 'companyId') ? 'x."companyId" = $1::bigint' : '$1::bigint is not null';
}

/** The next ones behind a place. @param condition more of a condition on `x` */
export function page(
  work: Work,
  table: string,
  names: readonly string[],
  after: string | null,
  most: number,
  condition = 'true',
): Promise<SourceRow[]> {
  return work.from.read(
    `select ${work.from.columns(table, 'x', ['id', ...names])} from "${table}" x
    where ${ofCompany(work, table)} and x.id > $2::bigint and (${condition}) order by x.id limit $3::bigint`,
    [work.origin, after ?? '0', most],
  );
}

/** All rows of a table that belong to these. */
export async function belonging(
  { from }: Work,
  table: string,
  names: readonly string[],
  column: string,
  ids: readonly (string | null | undefined)[],
): Promise<Map<string, SourceRow[]>> {
  if (!from.has(table, column)) return new Map();
  const order = from.has(table, 'id') ? 'order by x.id' : '';
  const rows = await from.read(
    `select ${from.columns(table, 'x', [...names, column])} from "${table}" x
    where x."${column}" = any ($1::bigint[]) ${order}`,
    [ids.filter((id) => id != null)],
  );
  return Map.groupBy(rows, (row) => row[column] ?? '');
}

export const idOf = (row: SourceRow): string => row.id ?? '';
