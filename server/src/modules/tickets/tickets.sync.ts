import { showsColleagues } from '@balcao/shared/domain/ticket-filter.ts';
import type { TicketRow } from '@balcao/shared/model/ticket.ts';
import { type Actor, actorScopes, type Scoped } from '@balcao/shared/permissions.ts';
import type { MessageKey } from '@balcao/shared/sync/frames.ts';
import type { Tx } from '../../platform/db/client.ts';

/** A ticket as stored. */
interface TicketRecord extends Omit<TicketRow, 'lastMessageAt' | 'waitingSince' | 'createdAt' | 'updatedAt'> {
  lastMessageAt: Date;
  waitingSince: Date | null;
  createdAt: Date;
  updatedAt: Date;
  scopes: string[];
}

const columns = (tx: Tx) => tx`
  id, uuid, status, user_id, queue_id, connection_id as whatsapp_id, contact_id, last_message, last_message_at,
  waiting_since, unread_messages, is_group, channel, chatbot, joined, created_at, updated_at, scopes, array(
    select tag_id from ticket_tags k where k.company_id = tickets.company_id and k.ticket_id = tickets.id
    order by tag_id) as tag_ids`;

function presentTicket({ scopes: _scopes, ...record }: TicketRecord): TicketRow {
  return {
    ...record,
    lastMessageAt: record.lastMessageAt.toISOString(),
    waitingSince: record.waitingSince?.toISOString() ?? null,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
  };
}

export async function loadTickets(
  tx: Tx,
  companyId: number,
  ids: readonly string[],
): Promise<Scoped<TicketRow>[]> {
  const records = await tx<TicketRecord[]>`
    select ${columns(tx)} from tickets where company_id = ${companyId} and id = any (${ids as string[]}::bigint[])`;
  return records.map((record) => ({ row: presentTicket(record), scopes: record.scopes }));
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
  const records = await tx<TicketRecord[]>`
    select ${columns(tx)} from tickets
    where company_id = ${actor.companyId} and status = ${page.status}
      and scopes && ${actorScopes(actor)}::text[] ${isOwn ? tx`and user_id = ${actor.userId}` : tx``}
      ${before ? tx`and (last_message_at, id) < (${before.lastMessageAt}::timestamptz, ${before.id})` : tx``}
      ${since ? tx`and last_message_at >= ${since}` : tx``}
    order by last_message_at desc, id desc limit ${page.limit}`;
  return records.map(presentTicket);
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
