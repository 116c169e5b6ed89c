import type { Agent } from '@balcao/shared/features/assignment/row.ts';
import type { Tx } from '../../platform/db/client.ts';
import { takesRoom, waits } from './assign.repo.ts';

/** The row as the database has it. */
type AgentRecord = Omit<Agent, 'awayUntil'> & { awayUntil: Date | null };

/** What people have and may have. @param userId one of them; absent: all who serve a queue or have an open ticket */
async function agents(tx: Tx, companyId: number, userId?: number): Promise<Agent[]> {
  const rows = await tx<AgentRecord[]>`
    with held as (
      select t.user_id, t.queue_id, count(*) filter (where ${takesRoom(tx)})::int as open,
        count(*) filter (where ${takesRoom(tx)} and t.waiting_since is not null)::int as waiting,
        count(*) filter (where t.snoozed_until is not null)::int as snoozed
      from tickets t
      where t.company_id = ${companyId} and t.status = 'open' ${userId === undefined ? tx`` : tx`and t.user_id = ${userId}`}
      group by t.user_id, t.queue_id),
    total as (
      select user_id, sum(open)::int as open, sum(waiting)::int as waiting, sum(snoozed)::int as snoozed
      from held group by user_id),
    served as (
      select m.user_id, jsonb_agg(jsonb_build_object('queueId', m.queue_id, 'capacity', m.capacity,
        'open', coalesce(h.open, 0)) order by q.order_queue, q.id) as queues
      from user_queues m
      join queues q on q.company_id = m.company_id and q.id = m.queue_id
      left join held h on h.user_id = m.user_id and h.queue_id = m.queue_id
      where m.company_id = ${companyId} ${userId === undefined ? tx`` : tx`and m.user_id = ${userId}`}
      group by m.user_id)
    select u.id, u.name, u.online, u.away_until, u.capacity, coalesce(total.open, 0) as open,
      coalesce(total.waiting, 0) as waiting, coalesce(total.snoozed, 0) as snoozed,
      coalesce(served.queues, '[]') as queues
    from users u
    left join total on total.user_id = u.id
    left join served on served.user_id = u.id
    where u.company_id = ${companyId}
      and ${userId === undefined ? tx`(served.user_id is not null or total.user_id is not null)` : tx`u.id = ${userId}`}
    order by plain(u.name), u.id`;
  return rows.map(({ awayUntil, ...row }) => ({ ...row, awayUntil: awayUntil?.toISOString() ?? null }));
}

export const list = (tx: Tx, companyId: number): Promise<Agent[]> => agents(tx, companyId);

/** Nobody else changes the person, or gives them a ticket, until the end of the transaction. */
export async function lock(tx: Tx, companyId: number, userId: number): Promise<Agent | undefined> {
  await tx`select from users where company_id = ${companyId} and id = ${userId} for no key update`;
  return (await agents(tx, companyId, userId))[0];
}

/** What waits in each queue, and since when. */
export async function listWaiting(
  tx: Tx,
  companyId: number,
): Promise<{ queueId: number; tickets: number; since: string }[]> {
  const rows = await tx<{ queueId: number; tickets: number; since: Date }[]>`
    select t.queue_id, count(*)::int as tickets, min(t.waiting_since) as since from tickets t
    where t.company_id = ${companyId} and t.queue_id is not null and ${waits(tx)}
    group by t.queue_id order by t.queue_id`;
  return rows.map(({ since, ...row }) => ({ ...row, since: since.toISOString() }));
}

export async function setCapacity(
  tx: Tx,
  companyId: number,
  userId: number,
  capacity: number | null,
): Promise<void> {
  await tx`update users set capacity = ${capacity} where company_id = ${companyId} and id = ${userId}`;
}

/** @returns false when the person does not serve the queue */
export async function setQueueCapacity(
  tx: Tx,
  companyId: number,
  { userId, queueId, capacity }: { userId: number; queueId: number; capacity: number | null },
): Promise<boolean> {
  const changed = await tx`
    update user_queues set capacity = ${capacity}
    where company_id = ${companyId} and user_id = ${userId} and queue_id = ${queueId}`;
  return changed.count === 1;
}

export async function setAway(
  tx: Tx,
  companyId: number,
  userId: number,
  until: string | null,
): Promise<void> {
  await tx`
    update users set away_until = ${until}::timestamptz(3) where company_id = ${companyId} and id = ${userId}`;
}

/** Their open tickets, those first that they have had longest. Not what is put off. */
export async function listOpen(tx: Tx, companyId: number, userId: number): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select t.id from tickets t
    where t.company_id = ${companyId} and t.user_id = ${userId} and ${takesRoom(tx)}
    order by t.waiting_since nulls last, t.id`;
  return rows.map(({ id }) => id);
}

/** What somebody gave back because they are away may be theirs again. */
export async function forgetGivenBack(tx: Tx, companyId: number, ids: readonly number[]): Promise<void> {
  await tx`
    update tickets set given_back_by = null where company_id = ${companyId} and id = any (${[...ids]}::bigint[])`;
}
