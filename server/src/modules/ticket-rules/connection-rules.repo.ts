import type { Tx } from '../../platform/db/client.ts';

export interface DueTicket {
  companyId: number;
  id: number;
}

/** Not put off, nor back from there for less than these minutes. */
const isUntouched = (tx: Tx, now: Date, minutes: 'redirect_minutes' | 'close_after_minutes') => tx`
  and t.snoozed_until is null
  and (t.resumed_at is null or t.resumed_at <= ${now}::timestamptz - make_interval(mins => c.${tx(minutes)}))`;

/**
 * Waits without a queue, longer than the connection `c` lets it: since its cycle began, or since it was given back. Goes
 * with `from tickets t join connections c`, as all conditions here.
 */
const isUnassigned = (tx: Tx, now: Date) => tx`
  t.status = 'pending' and t.queue_id is null ${isUntouched(tx, now, 'redirect_minutes')}
  and c.deleted_at is null and c.redirect_minutes > 0 and c.redirect_queue_id is not null
  and exists (
    select from ticket_tracking k
    where k.company_id = t.company_id and k.ticket_id = t.id and k.finished_at is null
      and coalesce(k.queued_at, k.created_at) <= ${now}::timestamptz - make_interval(mins => c.redirect_minutes))`;

/**
 * An agent's, and the customer has not answered for longer than the connection `c` lets it. Only what has reached
 * WhatsApp counts as said, and only while answers can reach us.
 */
const isUnanswered = (tx: Tx, now: Date, settled: Date) => tx`
  t.status = 'open' and not t.is_group ${isUntouched(tx, now, 'close_after_minutes')}
  and c.deleted_at is null and c.close_after_minutes > 0 and c.status = 'connected' and c.updated_at <= ${settled}
  and t.last_message_at <= ${now}::timestamptz - make_interval(mins => c.close_after_minutes)
  and exists (
    select from (
      select from_me, state, created_at from messages m
      where m.company_id = t.company_id and m.ticket_id = t.id and m.state <> 'local'
      order by m.created_at desc, m.id desc limit 1) last
    where last.from_me and last.state = 'sent'
      and last.created_at <= ${now}::timestamptz - make_interval(mins => c.close_after_minutes))`;

export function listUnassigned(tx: Tx, now: Date, limit: number): Promise<DueTicket[]> {
  return tx<DueTicket[]>`
    select t.company_id, t.id from connections c
    join tickets t on t.company_id = c.company_id and t.connection_id = c.id
    where ${isUnassigned(tx, now)} limit ${limit}`;
}

export function listUnanswered(tx: Tx, now: Date, settled: Date, limit: number): Promise<DueTicket[]> {
  return tx<DueTicket[]>`
    select t.company_id, t.id from connections c
    join tickets t on t.company_id = c.company_id and t.connection_id = c.id
    where ${isUnanswered(tx, now, settled)} limit ${limit}`;
}

/** Locks the ticket, then looks again: somebody may have been faster. @returns the queue that it belongs into */
export async function queueIfDue(
  tx: Tx,
  { companyId, id }: DueTicket,
  now: Date,
): Promise<number | undefined> {
  await lock(tx, companyId, id);
  const [row] = await tx<{ queueId: number }[]>`
    select c.redirect_queue_id as queue_id from tickets t
    join connections c on c.company_id = t.company_id and c.id = t.connection_id
    where t.company_id = ${companyId} and t.id = ${id} and ${isUnassigned(tx, now)}`;
  return row?.queueId;
}

/** Locks the ticket, then looks again: the customer may have written. @returns what the customer is told */
export async function farewellIfDue(
  tx: Tx,
  { companyId, id }: DueTicket,
  now: Date,
  settled: Date,
): Promise<string | undefined> {
  await lock(tx, companyId, id);
  const [row] = await tx<{ text: string }[]>`
    select c.inactivity_message as text from tickets t
    join connections c on c.company_id = t.company_id and c.id = t.connection_id
    where t.company_id = ${companyId} and t.id = ${id} and ${isUnanswered(tx, now, settled)}`;
  return row?.text;
}

export async function assign(
  tx: Tx,
  companyId: number,
  ticketId: number,
  queueId: number,
  at: Date,
): Promise<void> {
  await tx`
    update tickets set queue_id = ${queueId}, updated_at = ${at}
    where company_id = ${companyId} and id = ${ticketId}`;
}

async function lock(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx`select from tickets where company_id = ${companyId} and id = ${id} for update`;
}
