import type { AwaitedAnswer } from '../modules/ticket-rules/ratings.service.ts';
import { insertEvent } from '../modules/ticket-timeline/ticket-events.service.ts';
import { isFirst } from '../modules/ticket-tracking/ticket-tracking.service.ts';
import type { Tx } from '../platform/db/client.ts';

export interface KnownTicket {
  id: number;
  status: 'pending' | 'open' | 'closed';
  queueId: number | null;
  /** Null in a closed one: its agent is not here any more. */
  userId: number | null;
  closedAt: Date | null;
  /** What is awaited of the customer after the end. */
  awaited: AwaitedAnswer | null;
  lastMessageAt: Date;
  isSnoozed: boolean;
  /** A bot answers in it. */
  chatbot: boolean;
}

export interface TicketForMessage {
  id: number;
  /** Nothing has been said in it, and its conversation tells that it began. */
  isNew: boolean;
  /** A service cycle begins with this message, at the earliest when the one before had ended. */
  reopened: { notBefore: Date } | null;
}

interface TicketOf {
  companyId: number;
  contactId: number;
  connectionId: number;
  /** The only queue of the connection; null when it has none or several. */
  queueId: number | null;
  isGroup: boolean;
}

/**
 * The ticket that a message belongs to: the one under way; else the one closed last, if that was not long ago; else
 * a new one. A contact has at most one ticket under way on a connection, by a unique index: throws its violation when
 * somebody else made one meanwhile; try again.
 *
 * @param reopenMinutes how long a closed ticket may be reopened; 0: never
 * @param at when the message came
 */
export async function ticketFor(
  tx: Tx,
  of: TicketOf,
  last: KnownTicket | null,
  reopenMinutes: number,
  now: Date,
  at: Date,
): Promise<TicketForMessage> {
  if (last && last.status !== 'closed') return { id: last.id, isNew: false, reopened: null };
  const closedAt = last?.closedAt ?? new Date(0);
  if (last && now.getTime() - closedAt.getTime() < reopenMinutes * 60_000) {
    await reopen(tx, of, last);
    return { id: last.id, isNew: false, reopened: { notBefore: closedAt } };
  }
  if (last?.awaited) await endWait(tx, of.companyId, last.id);
  return { id: await create(tx, of, at), isNew: true, reopened: null };
}

/** The customer says something else. */
async function endWait(tx: Tx, companyId: number, ticketId: number): Promise<void> {
  await tx`update tickets set rating_until = null where company_id = ${companyId} and id = ${ticketId}`;
}

async function create(tx: Tx, of: TicketOf, at: Date): Promise<number> {
  const { companyId, contactId, connectionId, queueId, isGroup } = of;
  const [created] = await tx<{ id: number }[]>`
    with ticket as (
      insert into tickets (company_id, contact_id, connection_id, queue_id, is_group)
      values (${companyId}, ${contactId}, ${connectionId}, ${queueId}, ${isGroup})
      returning company_id, id, contact_id, connection_id),
    started as (${insertEvent(tx, tx`ticket`, null, { kind: 'started', by: null }, at)}),
    cycle as (
      insert into ticket_tracking (company_id, ticket_id, connection_id, queue_id, is_first, queued_at)
      select ${companyId}, id, ${connectionId}, ${queueId}::bigint, ${isFirst(tx, companyId, contactId)},
        ${queueId ? tx`now()` : null}
      from ticket)
    select id from ticket`;
  if (!created) throw new Error('ticket not created');
  return created.id;
}

/** A customer who was served goes on with the people of that queue, and need not walk through its menu again. */
async function reopen(tx: Tx, of: TicketOf, ticket: KnownTicket): Promise<void> {
  const { companyId, connectionId } = of;
  const queueId = ticket.queueId ?? of.queueId;
  await tx`
    with cycle as (
      insert into ticket_tracking (company_id, ticket_id, connection_id, queue_id, queued_at)
      values (${companyId}, ${ticket.id}, ${connectionId}, ${queueId}, ${queueId ? tx`now()` : null})
      on conflict (company_id, ticket_id) where finished_at is null do nothing)
    update tickets set status = 'pending', user_id = null, queue_id = ${queueId}, closed_at = null,
      rating_until = null, unread_messages = 0, updated_at = now(),
      bot_ended = case when user_id is not null and queue_id is not null then 'person' end
    where company_id = ${companyId} and id = ${ticket.id}`;
}
