import type { Tx } from '../db/client.ts';
import type { NewCall } from './call.ts';

/** Adds a call in the transaction of its cause. */
export async function enqueue(
  tx: Tx,
  { companyId, id, kind, lane, dueAt, notBefore, patienceMs }: NewCall,
): Promise<void> {
  await tx`
    insert into outgoing_calls (company_id, id, kind, lane, due_at, retry_at, patience_ms)
    values (${companyId}, ${id}, ${kind}, ${lane}, ${dueAt}, ${notBefore ?? null}, ${patienceMs})`;
}

/** Takes back what has not begun of a lane. */
export async function takeBack(tx: Tx, companyId: number, lane: string): Promise<void> {
  await tx`delete from outgoing_calls where company_id = ${companyId} and lane = ${lane} and state = 'waiting'`;
}

export interface ClaimedCall {
  companyId: number;
  id: string;
  kind: string;
  attempt: number;
  deadline: Date | null;
  wasInterrupted: boolean;
  /** Its time was over before it began. */
  isLate: boolean;
}

interface Claim {
  owner: string;
  kinds: readonly string[];
  now: Date;
  holdMs: number;
  /** Calls that may begin, and how many of one company. Late ones take nobody's place. */
  room: number;
  roomOfCompany: number;
}

/** What a company that leaves this database has to do it does in the next one. */
const staying = (tx: Tx) => tx`company_id <> all (array(select company from leaving_companies))`;

/** What is given up or taken back at once at most. */
const MAX_LATE = 200;

/**
 * Takes what is due, each for one process alone. A call waits for those before it in its lane, and for one of them that
 * is under way, whatever its id: clocks of processes differ.
 */
export async function claim(
  tx: Tx,
  { owner, kinds, now, holdMs, room, roomOfCompany }: Claim,
): Promise<ClaimedCall[]> {
  return tx<ClaimedCall[]>`
    with ready as materialized (
      select company_id, id, due_at, false as was_interrupted,
        due_at + patience_ms * interval '1 millisecond' <= ${now} as is_late
      from outgoing_calls c
      where state = 'waiting' and due_at <= ${now} and kind = any (${kinds as string[]}) and ${staying(tx)}
        and (retry_at is null or retry_at <= ${now})
        and not exists (
          select from outgoing_calls b
          where b.company_id = c.company_id and b.lane = c.lane and b.state <> 'dead' and b.id <> c.id
            and (b.id < c.id or b.state = 'running'))
      union all
      select company_id, id, due_at, true, due_at + patience_ms * interval '1 millisecond' <= ${now}
      from outgoing_calls
      where state = 'running' and held_until <= ${now} and kind = any (${kinds as string[]}) and ${staying(tx)}),
    placed as (
      select *, row_number() over (partition by company_id, coalesce(is_late, false) order by due_at, id) as place
      from ready),
    chosen as (
      (select company_id, id, was_interrupted, true as is_late from placed where is_late order by due_at limit ${MAX_LATE})
      union all
      (select company_id, id, was_interrupted, false from placed
        where is_late is not true and place <= ${roomOfCompany} order by place, due_at limit ${room})),
    locked as (
      select c.company_id, c.id, chosen.was_interrupted, chosen.is_late
      from chosen join outgoing_calls c on c.company_id = chosen.company_id and c.id = chosen.id
      where c.state = case when chosen.was_interrupted then 'running' else 'waiting' end
        and (c.held_until is null or c.held_until <= ${now})
      for update of c skip locked)
    update outgoing_calls c set state = 'running', held_by = ${owner}, attempts = c.attempts + 1, retry_at = null,
      held_until = ${now}::timestamptz + ${holdMs} * interval '1 millisecond'
    from locked where c.company_id = locked.company_id and c.id = locked.id
    returning c.company_id, c.id, c.kind, c.attempts as attempt, locked.was_interrupted, locked.is_late,
      c.due_at + c.patience_ms * interval '1 millisecond' as deadline`;
}

/** Whether there may be something to claim, and when the next one becomes due, of those that are not yet. */
export async function standing(tx: Tx, now: Date): Promise<{ isDue: boolean; nextAt: Date | null }> {
  const [row] = await tx<{ isDue: boolean; nextAt: Date | null }[]>`
    select
      exists (select from outgoing_calls where state = 'waiting' and due_at <= ${now}
        and (retry_at is null or retry_at <= ${now}))
      or exists (select from outgoing_calls where state = 'running' and held_until <= ${now}) as is_due,
      (select min(due_at) from outgoing_calls where state = 'waiting' and due_at > ${now}) as next_at`;
  return row ?? { isDue: false, nextAt: null };
}

/** Says that this process is there. */
export async function hold(tx: Tx, owner: string, until: Date): Promise<void> {
  await tx`update outgoing_calls set held_until = ${until} where state = 'running' and held_by = ${owner} and ${staying(tx)}`;
}

interface Held {
  companyId: number;
  id: string;
  owner: string;
}

/** It is over, and the next one of its lane has all its time. False when it is somebody else's meanwhile. */
export async function end(tx: Tx, { companyId, id, owner }: Held, now: Date): Promise<boolean> {
  const ended = await tx`
    with over as (
      delete from outgoing_calls where company_id = ${companyId} and id = ${id} and held_by = ${owner}
      returning lane),
    freed as (
      update outgoing_calls c set due_at = greatest(c.due_at, ${now}) from over
      where c.company_id = ${companyId} and c.lane = over.lane and c.state = 'waiting')
    select from over`;
  return ended.count === 1;
}

/** It waits for its next try. */
export async function postpone(
  tx: Tx,
  { companyId, id, owner }: Held,
  { retryAt, reason }: { retryAt: Date; reason: string },
): Promise<void> {
  await tx`
    update outgoing_calls set state = 'waiting', held_by = null, held_until = null, retry_at = ${retryAt},
      reason = ${reason}
    where company_id = ${companyId} and id = ${id} and held_by = ${owner}`;
}

/**
 * Nobody has it, as if its process were gone: whoever takes it then must know that it was made already, and may have been
 * done.
 */
export async function abandon(
  tx: Tx,
  { companyId, id, owner }: Held,
  { until, reason }: { until: Date; reason: string },
): Promise<void> {
  await tx`
    update outgoing_calls set held_by = gen_random_uuid(), held_until = ${until}, reason = ${reason}
    where company_id = ${companyId} and id = ${id} and held_by = ${owner}`;
}

/** Nothing helps: it holds up nobody, and is kept for whoever looks for the fault. */
export async function bury(tx: Tx, { companyId, id, owner }: Held, reason: string): Promise<void> {
  await tx`
    update outgoing_calls set state = 'dead', held_by = null, held_until = null, reason = ${reason}
    where company_id = ${companyId} and id = ${id} and held_by = ${owner}`;
}
