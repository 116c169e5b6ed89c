import type { TicketStatus } from '@balcao/shared/api/tickets.ts';
import { type Actor, actorScopes } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import { containing } from '../../platform/db/search.ts';
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

export interface TicketFilter {
  status?: TicketStatus | undefined;
  /** Colleagues' tickets too; otherwise mine and the waiting ones. */
  showAll?: boolean | undefined;
  /** Of these queues, or of none. */
  queueIds?: number[] | undefined;
  withUnreadMessages?: boolean | undefined;
  /** Part of the contact's name, whatever its accents, or of its number. */
  searchParam?: string | undefined;
}

/** Visible tickets, newest message first. The page is cut from the index before anything is joined to it. */
export async function listViews(
  tx: Tx,
  actor: Actor,
  filter: TicketFilter,
  page: { offset: number; limit: number },
): Promise<TicketViewRecord[]> {
  const { searchParam } = filter;
  const contacts = searchParam ? await findFewContacts(tx, searchParam) : null;
  return tx<TicketViewRecord[]>`
    select ${ticketColumns(tx)}
    from (
      select t.* from tickets t
      where t.company_id = ${actor.companyId} and t.scopes && ${actorScopes(actor)}::text[]
        ${filter.status ? tx`and t.status = ${filter.status}` : tx``}
        ${filter.showAll || filter.status === 'pending' ? tx`` : mine(tx, actor, filter.status)}
        ${filter.queueIds ? tx`and (t.queue_id = any (${filter.queueIds}::bigint[]) or t.queue_id is null)` : tx``}
        ${filter.withUnreadMessages ? tx`and t.unread_messages > 0` : tx``}
        ${contacts ? tx`and t.contact_id = any (${contacts}::bigint[])` : tx``}
        ${searchParam && !contacts ? tx`and ${isContact(tx, searchParam)}` : tx``}
      order by t.last_message_at desc, t.id desc
      offset ${page.offset} limit ${page.limit}
    ) t ${ticketRelations(tx)}
    order by t.last_message_at desc, t.id desc`;
}

/** Said in the words of one index where it can be. */
const mine = (tx: Tx, actor: Actor, status: TicketStatus | undefined) =>
  status
    ? tx`and t.user_id = ${actor.userId}`
    : tx`and (t.user_id = ${actor.userId} or t.status = 'pending')`;

/** With this many contacts found, a walk down the list meets enough of their tickets before long. */
const MANY_CONTACTS = 1_000;
/** The index knows words by three letters in a row. */
const INDEXED = /[\p{L}\p{N}]{3}/u;

/** @returns null when the index is no help */
async function findFewContacts(tx: Tx, text: string): Promise<number[] | null> {
  if (!INDEXED.test(text)) return null;
  const rows = await tx<{ id: number }[]>`
    select id from find_contacts(${containing(tx, text)}, ${MANY_CONTACTS}) as found (id)`;
  return rows.length < MANY_CONTACTS ? rows.map(({ id }) => id) : null;
}

/** Asked of each ticket on the walk: as a join the planner would rather look at all contacts first. */
const isContact = (tx: Tx, text: string) => tx`
  (select c.search like ${containing(tx, text)} from contacts c
    where c.company_id = t.company_id and c.id = t.contact_id)`;
