import type { MessageKey } from '@balcao/shared/contract/message-key.ts';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import { showsColleagues } from '@balcao/shared/features/ticket-list/filter.ts';
import type { TicketRow } from '@balcao/shared/features/tickets/row.ts';
import { actorScopes, type Scoped } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import { presentTicket, type TicketRecord, ticketColumns } from './ticket-rows.presenter.ts';

interface SyncedRecord extends TicketRecord {
  tagIds: number[];
  scopes: string[];
}

const columns = (tx: Tx) => tx`
  ${ticketColumns(tx)}, t.scopes, array(
    select tag_id from ticket_tags k where k.company_id = t.company_id and k.ticket_id = t.id
    order by tag_id) as tag_ids`;

export async function loadTickets(
  tx: Tx,
  companyId: number,
  ids: readonly string[],
): Promise<Scoped<TicketRow>[]> {
  const records = await tx<SyncedRecord[]>`
    select ${columns(tx)} from tickets t where t.company_id = ${companyId} and t.id = any (${ids as string[]}::bigint[])`;
  return records.map((record) => ({ row: presentTicket(record, record.tagIds), scopes: record.scopes }));
}

export interface TicketKey {
  lastMessageAt: MessageKey['createdAt'];
  id: number;
}

/**
 * Tickets of one status that the actor sees, newest message first.
 * @param page.since leaves out older ones, `page.listed` those that no list shows to the actor unasked
 */
export async function listVisibleTickets(
  tx: Tx,
  actor: Actor,
  page: {
    status: TicketRow['status'];
    before: TicketKey | null;
    since?: Date;
    listed?: boolean;
    limit: number;
  },
): Promise<TicketRow[]> {
  const { before, since } = page;
  const isOwn = page.listed && !showsColleagues(actor, { all: true, search: '' });
  const records = await tx<SyncedRecord[]>`
    select ${columns(tx)} from tickets t
    where t.company_id = ${actor.companyId} and t.status = ${page.status}
      and t.scopes && ${actorScopes(actor)}::text[] ${isOwn ? tx`and t.user_id = ${actor.userId}` : tx``}
      ${before ? tx`and (t.last_message_at, t.id) < (${before.lastMessageAt}::timestamptz, ${before.id})` : tx``}
      ${since ? tx`and t.last_message_at >= ${since}` : tx``}
    order by t.last_message_at desc, t.id desc limit ${page.limit}`;
  return records.map((record) => presentTicket(record, record.tagIds));
}

/** The ticket in which one goes on that is gone; whether the actor sees it is not said. */
export async function findSuccessor(tx: Tx, companyId: number, gone: number): Promise<number | undefined> {
  const [found] = await tx<{ id: number }[]>`
    select id from tickets
    where company_id = ${companyId} and joined <> '[]' and joined @> jsonb_build_array(jsonb_build_object('id', ${gone}::bigint))`;
  return found?.id;
}

/** What the actor may know of a ticket of this company: `missing` and `hidden` have their own error codes. */
export async function ticketAccess(
  tx: Tx,
  actor: Actor,
  ticket: { id: number } | { uuid: string },
): Promise<{ access: 'visible' | 'hidden'; id: number; contactId: number } | { access: 'missing' }> {
  const [row] = await tx<{ id: number; contactId: number; visible: boolean }[]>`
    select id, contact_id, scopes && ${actorScopes(actor)}::text[] as visible from tickets
    where company_id = ${actor.companyId} and ${'id' in ticket ? tx`id = ${ticket.id}` : tx`uuid = ${ticket.uuid}`}`;
  if (!row) return { access: 'missing' };
  return { access: row.visible ? 'visible' : 'hidden', id: row.id, contactId: row.contactId };
}
