import type { Actor } from '@balcao/shared/contract/roles.ts';
import { MAX_COUNTED_TICKETS, type TicketCounts } from '@balcao/shared/features/tickets/calls.ts';
import type { TicketStatus } from '@balcao/shared/features/tickets/row.ts';
import { actorScopes } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import { FEW, searchPage } from '../../platform/db/search-page.ts';
import {
  basis,
  findersOf,
  findFewest,
  inOrder,
  isListed,
  isSnoozed,
  isUnread,
  isWanted,
  showsAll,
  type TicketFilter,
} from './ticket-filter.repo.ts';
import { type TicketViewRecord, ticketRelations, ticketViewColumns } from './ticket-list.presenter.ts';

export type TicketReference = { id: number } | { uuid: string };

/** Finds a ticket of the company, whether the actor sees it or not: `scopes` decides. */
export async function findView(
  tx: Tx,
  companyId: number,
  key: TicketReference,
): Promise<(TicketViewRecord & { scopes: string[] }) | undefined> {
  const [row] = await tx<(TicketViewRecord & { scopes: string[] })[]>`
    select ${ticketViewColumns(tx)}, t.scopes from tickets t ${ticketRelations(tx)}
    where t.company_id = ${companyId} and ${'id' in key ? tx`t.id = ${key.id}` : tx`t.uuid = ${key.uuid}`}`;
  return row;
}

/** The newest conversation with a contact, of those that the actor sees. */
export async function findNewestView(
  tx: Tx,
  actor: Actor,
  contactUuid: string,
): Promise<TicketViewRecord | undefined> {
  const { companyId } = actor;
  const [row] = await tx<TicketViewRecord[]>`
    select ${ticketViewColumns(tx)} from tickets t ${ticketRelations(tx)}
    where t.company_id = ${companyId} and t.scopes && ${actorScopes(actor)}::text[]
      and t.contact_id = (select id from contacts where company_id = ${companyId} and uuid = ${contactUuid})
    order by t.last_message_at desc, t.id desc limit 1`;
  return row;
}

/** Loads rows of the company; the caller knows which of them may be shown to whom. */
export async function loadViews(
  tx: Tx,
  companyId: number,
  ids: readonly string[],
): Promise<TicketViewRecord[]> {
  return tx<TicketViewRecord[]>`
    select ${ticketViewColumns(tx)} from tickets t ${ticketRelations(tx)}
    where t.company_id = ${companyId} and t.id = any (${ids as string[]}::bigint[])`;
}

interface Page {
  offset: number;
  limit: number;
}

/**
 * Visible tickets in the order of the list. The page is cut from an index before anything is joined to it. What narrows
 * a list is looked for on a walk down it first, and when that meets too few, by its own index.
 */
export function listViews(
  tx: Tx,
  actor: Actor,
  filter: TicketFilter,
  page: Page,
): Promise<TicketViewRecord[]> {
  const text = filter.searchParam;
  const finders = findersOf(tx, actor, filter);
  const read = (tickets: ReturnType<typeof inOrder>) => readPage(tx, tickets, inOrder(tx, filter), page);
  if (finders.length === 0) return read(walked(tx, actor, filter, page.offset + page.limit));
  return searchPage(page, {
    walk(steps) {
      const tickets = walked(tx, actor, basis(filter), steps);
      const about = text ? tx`and ${isAbout(tx, actor.companyId, text)}` : tx``;
      return read(tx`select t.* from (${tickets}) t where ${isWanted(tx, actor, filter)} ${about}`);
    },
    find: (most) => findFewest(finders, most),
    read: (ids) => read(tx`select t.* from ${these(tx, actor, ids)} where ${isListed(tx, actor, filter)}`),
  });
}

/**
 * The tickets with these ids, each read by its key: the planner, which does not know how many a company has of a
 * status, would at times rather read through all of them.
 */
const these = (tx: Tx, { companyId }: Actor, ids: number[]) => tx`
  (select distinct unnest(${ids}::bigint[]) as id) found
  cross join lateral (select t.* from tickets t where t.company_id = ${companyId} and t.id = found.id limit 1) t`;

/** How many tickets each tab of a list with these filters has; counted no further than MAX_COUNTED_TICKETS. */
export async function countViews(tx: Tx, actor: Actor, filter: TicketFilter): Promise<TicketCounts> {
  const finders = findersOf(tx, actor, filter);
  const ids = finders.length > 0 ? await findFewest(finders, FEW) : [];
  const isFew = finders.length > 0 && ids.length < FEW;
  const tickets = isFew ? these(tx, actor, ids) : tx`tickets t`;
  // In the order of the list, or the planner would rather read through everybody's.
  const order = isFew ? tx`` : inOrder(tx, {});
  const count = (status: TicketStatus, more = tx``) => tx`(
    select count(*)::int from (
      select from ${tickets} where ${isListed(tx, actor, { ...filter, status })} ${more} ${order}
      limit ${MAX_COUNTED_TICKETS}) counted)`;
  const [counts] = await tx<TicketCounts[]>`
    select ${count('open')} as open, ${count('pending', tx`and not t.chatbot`)} as pending,
      ${count('pending', tx`and t.chatbot`)} as chatbot, ${count('closed')} as closed,
      ${count('open', tx`and ${isUnread(tx)}`)} as unread,
      ${count('open', tx`and ${isSnoozed(tx)}`)} + ${count('pending', tx`and ${isSnoozed(tx)}`)} as snoozed`;
  return counts ?? { open: 0, pending: 0, chatbot: 0, closed: 0, unread: 0, snoozed: 0 };
}

/** @param tickets selects all columns of tickets `t`, in any order */
async function readPage(
  tx: Tx,
  tickets: ReturnType<typeof inOrder>,
  order: ReturnType<typeof inOrder>,
  { offset, limit }: Page,
): Promise<TicketViewRecord[]> {
  return tx<TicketViewRecord[]>`
    select ${ticketViewColumns(tx)}
    from (${tickets} ${order} offset ${offset} limit ${limit}) t ${ticketRelations(tx)}
    ${order}`;
}

/**
 * The first `most` of a list, in any order. Own tickets of every status beside those of everybody that wait, and those
 * who wait of every status, are in no one index: each status is walked down for itself.
 */
function walked(tx: Tx, actor: Actor, filter: TicketFilter, most: number | undefined) {
  const limit = most === undefined ? tx`` : tx`${inOrder(tx, filter)} limit ${most}`;
  const arm = (status: TicketStatus | undefined) =>
    tx`select t.* from tickets t where ${isListed(tx, actor, { ...filter, status })} ${limit}`;
  const isOneIndex = showsAll(actor, filter) && (filter.sort ?? 'newest') === 'newest';
  if (filter.status || isOneIndex) return tx`select t.* from (${arm(filter.status)}) t`;
  // Cut once more: behind the end of one arm may stand what is newer than the end of another.
  return tx`select t.* from (
    select t.* from ((${arm('open')}) union all (${arm('pending')}) union all (${arm('closed')})) t ${limit}) t`;
}

/** A walk reads so many of a ticket's messages; whether older ones say it the index knows. */
const RECENT_MESSAGES = 500;
const MAX_TICKETS = 2_000;

/**
 * Asked of each ticket on a walk: as joins the planner would rather look at all contacts and messages first. The
 * look ends at the first message that says it, or at the first that is too old.
 */
function isAbout(tx: Tx, companyId: number, text: string) {
  const query = tx`(select search_query(${companyId}, ${text}))`;
  return tx`(
    (select c.terms @@ (select contact_query(${companyId}, ${text})) from contacts c where c.company_id = t.company_id and c.id = t.contact_id)
    or coalesce((
      select m.says or t.id = any (array(select find_tickets(${text}, ${MAX_TICKETS})))
      from (
        select m.terms @@ ${query} as says, row_number() over () as place
        from (
          select m.terms from messages m where m.company_id = t.company_id and m.ticket_id = t.id
          order by m.created_at desc, m.id desc limit ${RECENT_MESSAGES + 1}) m) m
      where m.says or m.place > ${RECENT_MESSAGES} limit 1), false))`;
}
