import type { TagView } from '@balcao/shared/features/tags/calls.ts';
import type { TagRow } from '@balcao/shared/features/tags/row.ts';
import type { Tx } from '../../platform/db/client.ts';
import { type Change, insertInto, updateIn } from '../../platform/db/rows.ts';
import { containing } from '../../platform/db/search.ts';

const views = (tx: Tx) => tx`
  select g.id, g.name, g.color, g.kanban, g.kanban_order, g.user_id, (
    select count(*)::int from ticket_tags k where k.company_id = g.company_id and k.tag_id = g.id) as tickets_count
  from tags g`;

export async function find(tx: Tx, companyId: number, id: number): Promise<TagView | undefined> {
  const [tag] = await tx<TagView[]>`${views(tx)} where g.company_id = ${companyId} and g.id = ${id}`;
  return tag;
}

export async function loadViews(tx: Tx, companyId: number, ids: readonly string[]): Promise<TagView[]> {
  return tx<TagView[]>`
    ${views(tx)} where g.company_id = ${companyId} and g.id = any (${ids as string[]}::bigint[])`;
}

/** Locks it: no one else changes it, or gives it to a ticket, until the end of the transaction. */
export async function lock(tx: Tx, companyId: number, id: number): Promise<TagView | undefined> {
  await tx`select from tags where company_id = ${companyId} and id = ${id} for update`;
  return find(tx, companyId, id);
}

/** By name. The page is cut before the tickets are counted. */
export async function list(
  tx: Tx,
  companyId: number,
  searchParam: string | undefined,
  page: { offset: number; limit: number },
): Promise<TagView[]> {
  const matching = searchParam ? tx`and plain(name) like ${containing(tx, searchParam)}` : tx``;
  return tx<TagView[]>`
    ${views(tx)} where g.company_id = ${companyId} and g.id = any (array(
      select id from tags where company_id = ${companyId} ${matching}
      order by plain(name) offset ${page.offset} limit ${page.limit}))
    order by plain(g.name)`;
}

export async function listAll(tx: Tx, companyId: number): Promise<TagRow[]> {
  const rows = await tx<TagRow[]>`
    select id, name, color, kanban, kanban_order from tags where company_id = ${companyId} order by plain(name)`;
  return [...rows];
}

/** The lanes of the board, from the first. */
export async function listLanes(tx: Tx, companyId: number): Promise<TagRow[]> {
  const rows = await tx<TagRow[]>`
    select id, name, color, kanban, kanban_order from tags
    where company_id = ${companyId} and kanban = 1 order by kanban_order nulls last, id`;
  return [...rows];
}

/** The lane of this id, which stays one until the end of the transaction. */
export async function holdLane(tx: Tx, companyId: number, id: number): Promise<TagRow | undefined> {
  const [lane] = await tx<TagRow[]>`
    select id, name, color, kanban, kanban_order from tags
    where company_id = ${companyId} and id = ${id} and kanban = 1 for share`;
  return lane;
}

/** Locks the company's lanes, in the order of their ids. */
export async function lockLanes(tx: Tx, companyId: number): Promise<void> {
  await tx`select from tags where company_id = ${companyId} and kanban = 1 order by id for no key update`;
}

/** Gives each the place that it has in the list. Lanes that keep theirs are not written. */
export async function placeLanes(tx: Tx, companyId: number, ids: readonly number[]): Promise<void> {
  await tx`
    update tags g set kanban_order = wanted.place
    from unnest(${[...ids]}::bigint[]) with ordinality wanted (id, place)
    where g.company_id = ${companyId} and g.id = wanted.id and g.kanban_order is distinct from wanted.place`;
}

export type TagFields = Pick<TagRow, 'name' | 'color' | 'kanban'>;

export async function insert(
  tx: Tx,
  companyId: number,
  tag: TagFields & { userId: number | null },
): Promise<number> {
  return insertInto(tx, 'tags', { companyId, ...tag });
}

export async function update(
  tx: Tx,
  companyId: number,
  id: number,
  change: Change<TagFields>,
): Promise<void> {
  await updateIn<TagFields>(tx, 'tags', { companyId, id }, change);
}

export async function remove(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx`delete from tags where company_id = ${companyId} and id = ${id}`;
}

/** What a ticket carries, in the order of the board. */
export async function ofTicket(tx: Tx, companyId: number, ticketId: number): Promise<TagRow[]> {
  const rows = await tx<TagRow[]>`
    select g.id, g.name, g.color, g.kanban, g.kanban_order
    from ticket_tags k join tags g on g.company_id = k.company_id and g.id = k.tag_id
    where k.company_id = ${companyId} and k.ticket_id = ${ticketId} order by g.id`;
  return [...rows];
}

/** Those of the company, which stay until the end of the transaction. */
export async function lockExisting(tx: Tx, companyId: number, ids: readonly number[]): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select id from tags where company_id = ${companyId} and id = any (${[...ids]}::bigint[])
    order by id for key share`;
  return rows.map(({ id }) => id);
}

export async function removeFromTicket(
  tx: Tx,
  companyId: number,
  ticketId: number,
  tagIds: number[],
): Promise<void> {
  await tx`
    delete from ticket_tags
    where company_id = ${companyId} and ticket_id = ${ticketId} and tag_id = any (${tagIds}::bigint[])`;
}

export async function addToTicket(
  tx: Tx,
  companyId: number,
  ticketId: number,
  tagIds: number[],
): Promise<void> {
  await tx`
    insert into ticket_tags (company_id, ticket_id, tag_id)
    select ${companyId}, ${ticketId}, unnest(${tagIds}::bigint[])`;
}

/** Whether the company's plan has the kanban board. */
export async function isKanbanInPlan(tx: Tx, companyId: number): Promise<boolean> {
  const found = await tx`
    select from companies o join plans p on p.id = o.plan_id where o.id = ${companyId} and p.use_kanban`;
  return found.count === 1;
}
