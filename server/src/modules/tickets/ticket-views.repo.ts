import type { TicketStatus } from '@balcao/shared/api/tickets.ts';
import { type Actor, actorScopes } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import { searchPage } from '../../platform/db/search-page.ts';
import { type TicketViewRecord, ticketColumns, ticketRelations } from './tickets.presenter.ts';

export type TicketKey = { id: number } | { uuid: string };

/** Of the company, whether the actor sees it or not: `scopes` decides. */
export async function findView(
  tx: Tx,
  companyId: number,
  key: TicketKey,
): Promise<(TicketViewRecord & { scopes: string[] }) | undefined> {
  const [row] = await tx<(TicketViewRecord & { scopes: string[] })[]>`
    select ${ticketColumns(tx)}, t.scopes from tickets t ${ticketRelations(tx)}
    where t.company_id = ${companyId} and ${'id' in key ? tx`t.id = ${key.id}` : tx`t.uuid = ${key.uuid}`}`;
  return row;
}

/** Of the company; the caller knows which of them may be shown to whom. */
export async function loadViews(
  tx: Tx,
  companyId: number,
  ids: readonly string[],
): Promise<TicketViewRecord[]> {
  return tx<TicketViewRecord[]>`
    select ${ticketColumns(tx)} from tickets t ${ticketRelations(tx)}
    where t.company_id = ${companyId} and t.id = any (${ids as string[]}::bigint[])`;
}

export interface TicketFilter {
  status?: TicketStatus | undefined;
  /** Colleagues' tickets too; otherwise mine and the waiting ones. */
  showAll?: boolean | undefined;
  /** Of these queues, or of none. */
  queueIds?: number[] | undefined;
  withUnreadMessages?: boolean | undefined;
  /** Words, whatever their accents: of the contact's name or number any part, of a message each from its beginning. */
  searchParam?: string | undefined;
}

interface Page {
  offset: number;
  limit: number;
}

/** Visible tickets, newest message first. The page is cut from the index before anything is joined to it. */
export function listViews(
  tx: Tx,
  actor: Actor,
  filter: TicketFilter,
  page: Page,
): Promise<TicketViewRecord[]> {
  const text = filter.searchParam;
  const listed = tx`select t.* from tickets t where ${isListed(tx, actor, filter)}`;
  if (!text) return readPage(tx, listed, page);
  return searchPage(page, {
    walk: (steps) => {
      const walked = steps ? tx`${listed} ${newestFirst(tx)} limit ${steps}` : listed;
      return readPage(
        tx,
        tx`select t.* from (${walked}) t where ${isAbout(tx, actor.companyId, text)}`,
        page,
      );
    },
    find: async (most) => {
      const found = await tx<{ id: number }[]>`select id from find_tickets(${text}, ${most}) as found (id)`;
      return found.map(({ id }) => id);
    },
    // Apart from its order, or the planner would rather walk down the whole list to meet them sorted.
    read: (ids) =>
      readPage(tx, tx`select t.* from (${listed} and t.id = any (${ids}::bigint[]) offset 0) t`, page),
  });
}

/** @param tickets selects all columns of tickets `t`, in any order */
async function readPage(
  tx: Tx,
  tickets: ReturnType<typeof newestFirst>,
  { offset, limit }: Page,
): Promise<TicketViewRecord[]> {
  return tx<TicketViewRecord[]>`
    select ${ticketColumns(tx)}
    from (${tickets} ${newestFirst(tx)} offset ${offset} limit ${limit}) t ${ticketRelations(tx)}
    ${newestFirst(tx)}`;
}

const newestFirst = (tx: Tx) => tx`order by t.last_message_at desc, t.id desc`;

const isListed = (tx: Tx, actor: Actor, filter: TicketFilter) => tx`
  t.company_id = ${actor.companyId} and t.scopes && ${actorScopes(actor)}::text[]
  ${filter.status ? tx`and t.status = ${filter.status}` : tx``}
  ${filter.showAll || filter.status === 'pending' ? tx`` : mine(tx, actor, filter.status)}
  ${filter.queueIds ? tx`and (t.queue_id = any (${filter.queueIds}::bigint[]) or t.queue_id is null)` : tx``}
  ${filter.withUnreadMessages ? tx`and t.unread_messages > 0` : tx``}`;

/** Said in the words of one index where it can be. */
const mine = (tx: Tx, actor: Actor, status: TicketStatus | undefined) =>
  status
    ? tx`and t.user_id = ${actor.userId}`
    : tx`and (t.user_id = ${actor.userId} or t.status = 'pending')`;

/** A walk reads so many of a ticket's messages; whether older ones say it the index knows. */
const RECENT_MESSAGES = 500;
const MOST_TICKETS = 2_000;

/** Asked of each ticket on a walk: as joins the planner would rather look at all contacts and messages first. */
function isAbout(tx: Tx, companyId: number, text: string) {
  const query = tx`(select search_query(${companyId}, ${text}))`;
  const said = tx`from messages m where m.company_id = t.company_id and m.ticket_id = t.id
    order by m.created_at desc, m.id desc`;
  return tx`(
    (select c.terms @@ ${query} from contacts c where c.company_id = t.company_id and c.id = t.contact_id)
    or (select true from (select m.terms ${said} limit ${RECENT_MESSAGES}) m where m.terms @@ ${query} limit 1)
    or coalesce((select true ${said} offset ${RECENT_MESSAGES} limit 1), false)
      and t.id = any (array(select find_tickets(${text}, ${MOST_TICKETS}))))`;
}
