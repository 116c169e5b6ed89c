import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { Tx } from '../../platform/db/client.ts';

/** One row for each service cycle of a ticket: the dashboard counts from these alone. */

/** An agent begins. A ticket that was closed begins a new cycle. */
export async function start(
  tx: Tx,
  actor: Pick<Actor, 'companyId' | 'userId'>,
  ticketId: number,
  at: Date,
): Promise<void> {
  await tx`
    insert into ticket_tracking as cycle (company_id, ticket_id, connection_id, queue_id, user_id, created_at, started_at)
    select company_id, id, connection_id, queue_id, ${actor.userId}, ${at}, ${at}
    from tickets where company_id = ${actor.companyId} and id = ${ticketId}
    on conflict (company_id, ticket_id) where finished_at is null
    do update set user_id = excluded.user_id, started_at = excluded.started_at`;
}

/**
 * Whether a person begins their first conversation. It is a part of the statement that begins it, and sees the tickets as
 * they were before. A group is no person.
 */
export const isFirst = (tx: Tx, companyId: number, contactId: number) => tx`
  not exists (select from tickets earlier where earlier.company_id = ${companyId} and earlier.contact_id = ${contactId})
  and not exists (select from contacts where company_id = ${companyId} and id = ${contactId} and is_group)`;

/** Another agent goes on, or the first one is given it: a wait ends, service that has begun goes on. */
export async function handOver(
  tx: Tx,
  companyId: number,
  ticketId: number,
  userId: number,
  at: Date,
): Promise<void> {
  await tx`
    update ticket_tracking set user_id = ${userId}, started_at = coalesce(started_at, ${at})
    where company_id = ${companyId} and ticket_id = ${ticketId} and finished_at is null`;
}

/** Back to waiting: the wait counts from now. */
export async function queue(tx: Tx, companyId: number, ticketId: number, at: Date): Promise<void> {
  await tx`
    update ticket_tracking set user_id = null, queued_at = ${at}, started_at = null
    where company_id = ${companyId} and ticket_id = ${ticketId} and finished_at is null`;
}

/** It is in a queue now, perhaps in another one: the wait counts from its beginning. */
export async function enterQueue(tx: Tx, companyId: number, ticketId: number, at: Date): Promise<void> {
  await tx`
    update ticket_tracking set queued_at = coalesce(queued_at, ${at})
    where company_id = ${companyId} and ticket_id = ${ticketId} and finished_at is null`;
}

/**
 * A person answers, which counts the first time that a customer waits for it. It is a part of the statement that writes
 * the answer into the ticket, and sees the ticket as it was before.
 */
export const answer = (tx: Tx, companyId: number, ticketId: number, at: Date) => tx`
  update ticket_tracking cycle set answered_at = ${at}, asked_at = waiting.waiting_since from tickets waiting
  where waiting.company_id = ${companyId} and waiting.id = ${ticketId} and waiting.waiting_since <= ${at}
    and cycle.company_id = ${companyId} and cycle.ticket_id = ${ticketId}
    and cycle.finished_at is null and cycle.answered_at is null`;

/** The agent who closes a ticket that no agent had taken is the one who served it; null: a rule closes it. */
export async function finish(
  tx: Tx,
  actor: { companyId: number; userId: number | null },
  ticketId: number,
  at: Date,
): Promise<void> {
  await tx`
    update ticket_tracking cycle set finished_at = ${at}, finished_by = ${actor.userId}::bigint,
      user_id = coalesce(cycle.user_id, ${actor.userId}::bigint), queue_id = t.queue_id
    from tickets t
    where t.company_id = ${actor.companyId} and t.id = ${ticketId}
      and cycle.company_id = ${actor.companyId} and cycle.ticket_id = ${ticketId} and cycle.finished_at is null`;
}
