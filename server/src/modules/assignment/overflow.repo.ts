import type { Tx } from '../../platform/db/client.ts';
import { waits } from './assign.repo.ts';

export interface DueTicket {
  companyId: number;
  id: number;
}

/** A ticket `t` that waits in the queue `q` for longer than its minutes. Put off it has not waited. */
function isOverdue(tx: Tx, now: Date) {
  const since = tx`greatest(t.waiting_since, t.queue_since, t.resumed_at)`;
  const open = (until: typeof since) =>
    tx`open_seconds(q.company_id, calendar_of(q.company_id, q.id), ${until})`;
  // Around the clock they pass at least as fast: the hours are asked only of what has waited for so long.
  return tx`
    q.overflow_queue_id is not null and ${waits(tx)}
    and ${since} <= ${now}::timestamptz - make_interval(mins => q.overflow_minutes)
    and (not q.overflow_business_hours
      or ${open(tx`${now}::timestamptz`)} - ${open(since)} >= q.overflow_minutes * 60)`;
}

export function listDue(tx: Tx, now: Date, limit: number): Promise<DueTicket[]> {
  return tx<DueTicket[]>`
    select t.company_id, t.id from queues q
    join tickets t on t.company_id = q.company_id and t.queue_id = q.id
    where ${isOverdue(tx, now)} limit ${limit}`;
}

export interface Overflow {
  toQueueId: number;
  fromQueue: string;
  toQueue: string;
  minutes: number;
}

/** Locks the ticket, then looks again: somebody may have been faster. */
export async function lockIfDue(
  tx: Tx,
  { companyId, id }: DueTicket,
  now: Date,
): Promise<Overflow | undefined> {
  await tx`select from tickets where company_id = ${companyId} and id = ${id} for update`;
  const [overflow] = await tx<Overflow[]>`
    select o.id as to_queue_id, o.name as to_queue, q.name as from_queue, q.overflow_minutes as minutes
    from tickets t
    join queues q on q.company_id = t.company_id and q.id = t.queue_id
    join queues o on o.company_id = q.company_id and o.id = q.overflow_queue_id
    where t.company_id = ${companyId} and t.id = ${id} and ${isOverdue(tx, now)}
    for key share of o`;
  return overflow;
}

/** The queues into which tickets of this one would flow, one after the other. */
export async function followOverflow(tx: Tx, companyId: number, queueId: number): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    with recursive flow as (
      select id, overflow_queue_id from queues where company_id = ${companyId} and id = ${queueId}
      union
      select q.id, q.overflow_queue_id from flow
      join queues q on q.company_id = ${companyId} and q.id = flow.overflow_queue_id)
    select id from flow`;
  return rows.map(({ id }) => id);
}

/** Of two who lead queues into each other, the second sees what the first has done. */
export async function lockOverflows(tx: Tx, companyId: number): Promise<void> {
  await tx`select from companies where id = ${companyId} for no key update`;
}
