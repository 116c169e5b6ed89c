import type { TicketStatus } from '@balcao/shared/api/tickets.ts';
import { type Actor, actorScopes } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
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
  return tx<TicketViewRecord[]>`
    select ${ticketColumns(tx)}
    from (
      select t.* from tickets t ${filter.searchParam ? foundContact(tx, filter.searchParam) : tx``}
      where t.company_id = ${actor.companyId} and t.scopes && ${actorScopes(actor)}::text[]
        ${filter.status ? tx`and t.status = ${filter.status}` : tx``}
        ${filter.showAll ? tx`` : tx`and (t.user_id = ${actor.userId} or t.status = 'pending')`}
        ${filter.queueIds ? tx`and (t.queue_id = any (${filter.queueIds}::bigint[]) or t.queue_id is null)` : tx``}
        ${filter.withUnreadMessages ? tx`and t.unread_messages > 0` : tx``}
      order by t.last_message_at desc, t.id desc
      offset ${page.offset} limit ${page.limit}
    ) t ${ticketRelations(tx)}
    order by t.last_message_at desc, t.id desc`;
}

const foundContact = (tx: Tx, text: string) => tx`
  join contacts found on found.company_id = t.company_id and found.id = t.contact_id
    and (plain(found.name) like '%' || plain(${likeLiteral(text)}) || '%'
      or found.number like '%' || ${likeLiteral(text)} || '%')`;

/** What people type is text, not a pattern. */
const likeLiteral = (text: string) => text.replace(/[\\%_]/g, '\\$&');
