import type { AssignmentMode } from '@balcao/shared/features/assignment/mode.ts';
import type { Tx } from '../../platform/db/client.ts';

/** The ticket `t` waits for somebody of its queue: its customer for an answer, no bot leads, it is not put off. */
export const waits = (tx: Tx) => tx`
  t.status = 'pending' and t.answerer = 'nobody' and t.waiting_since is not null and t.snoozed_until is null
  and not t.is_group`;

/** The ticket `t` takes room of its agent. */
export const takesRoom = (tx: Tx) => tx`t.status = 'open' and t.snoozed_until is null and not t.is_group`;

/** So many tickets take room of the person `u`, in the queue of the membership `m` or in all. */
const taken = (tx: Tx, where: 'queue' | 'all') => tx`(
  select count(*) from tickets t
  where t.company_id = u.company_id and t.user_id = u.id and ${takesRoom(tx)}
    ${where === 'queue' ? tx`and t.queue_id = m.queue_id` : tx``})`;

/** The person `u` is there, and has room for one more of the queue of the membership `m`. */
const isFree = (tx: Tx, now: Date) => tx`
  u.online and (u.away_until is null or u.away_until <= ${now})
  and (u.capacity is null or u.capacity > ${taken(tx, 'all')})
  and (m.capacity is null or m.capacity > ${taken(tx, 'queue')})`;

export interface DueQueue {
  companyId: number;
  /** Of the queue. */
  id: number;
}

/** Queues in which a ticket waits for somebody who is free. */
export function listDue(tx: Tx, now: Date, limit: number): Promise<DueQueue[]> {
  return tx<DueQueue[]>`
    select q.company_id, q.id from queues q
    where q.assignment <> 'byHand'
      and exists (
        select from tickets t
        where t.company_id = q.company_id and t.queue_id = q.id and ${waits(tx)})
      and exists (
        select from user_queues m
        join users u on u.company_id = m.company_id and u.id = m.user_id
        where m.company_id = q.company_id and m.queue_id = q.id and ${isFree(tx, now)}
          and exists (
            select from tickets t
            where t.company_id = q.company_id and t.queue_id = q.id and ${waits(tx)}
              and t.given_back_by is distinct from u.id))
    limit ${limit}`;
}

export interface AssigningQueue {
  assignment: AssignmentMode;
  assignmentKnownDays: number;
}

/** Whoever gives the next ticket of it waits, and then knows whose turn it is. */
export async function lockQueue(
  tx: Tx,
  companyId: number,
  queueId: number,
): Promise<AssigningQueue | undefined> {
  const [queue] = await tx<AssigningQueue[]>`
    select assignment, assignment_known_days from queues
    where company_id = ${companyId} and id = ${queueId} and assignment <> 'byHand'
    for no key update`;
  return queue;
}

/** Those who are free, whose turn it is first; by number of tickets those who have fewest. */
export async function listFree(
  tx: Tx,
  companyId: number,
  queueId: number,
  { byNumber, now }: { byNumber: boolean; now: Date },
): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select u.id from user_queues m
    join users u on u.company_id = m.company_id and u.id = m.user_id
    where m.company_id = ${companyId} and m.queue_id = ${queueId} and ${isFree(tx, now)}
    order by ${byNumber ? tx`${taken(tx, 'all')},` : tx``} m.assigned_at nulls first, u.id`;
  return rows.map(({ id }) => id);
}

/**
 * Nobody else gives the person anything, nor changes what they may have, until the end of the transaction.
 *
 * @returns whether they are free still
 */
export async function lockIfFree(
  tx: Tx,
  companyId: number,
  queueId: number,
  userId: number,
  now: Date,
): Promise<boolean> {
  // Two statements: the second one counts what was committed while the first one waited.
  await tx`select from users where company_id = ${companyId} and id = ${userId} for no key update`;
  const found = await tx`
    select from user_queues m
    join users u on u.company_id = m.company_id and u.id = m.user_id
    where m.company_id = ${companyId} and m.queue_id = ${queueId} and m.user_id = ${userId} and ${isFree(tx, now)}`;
  return found.count === 1;
}

export interface WaitingTicket {
  id: number;
  contactId: number;
  givenBackBy: number | null;
}

/** The ticket of a queue whose customer waits longest, for which one of these is somebody else than whoever gave it back. */
export async function findLongest(
  tx: Tx,
  companyId: number,
  queueId: number,
  agents: readonly number[],
): Promise<WaitingTicket | undefined> {
  const [ticket] = await tx<WaitingTicket[]>`
    select t.id, t.contact_id, t.given_back_by from tickets t
    where t.company_id = ${companyId} and t.queue_id = ${queueId} and ${waits(tx)}
      and (t.given_back_by is null or ${[...agents]}::bigint[] <> array[t.given_back_by])
    order by t.waiting_since, t.id limit 1`;
  return ticket;
}

/** Locks it. @returns whether it waits in the queue still */
export async function lockWaiting(
  tx: Tx,
  companyId: number,
  queueId: number,
  ticketId: number,
): Promise<boolean> {
  const found = await tx`
    select from tickets t
    where t.company_id = ${companyId} and t.id = ${ticketId} and t.queue_id = ${queueId} and ${waits(tx)}
    for update`;
  return found.count === 1;
}

/** Who served a customer last, since then, by whichever of their contacts. */
export async function lastAgent(
  tx: Tx,
  companyId: number,
  contactIds: readonly number[],
  since: Date,
): Promise<number | undefined> {
  const [last] = await tx<{ userId: number }[]>`
    select cycle.user_id from tickets t
    join ticket_tracking cycle on cycle.company_id = t.company_id and cycle.ticket_id = t.id
    where t.company_id = ${companyId} and t.contact_id = any (${[...contactIds]}::bigint[])
      and cycle.finished_at >= ${since} and cycle.user_id is not null
    order by cycle.finished_at desc limit 1`;
  return last?.userId;
}

/** By the database's clock, which tells apart what happens within a millisecond. */
export async function noteTurn(tx: Tx, companyId: number, queueId: number, userId: number): Promise<void> {
  await tx`
    update user_queues set assigned_at = clock_timestamp()
    where company_id = ${companyId} and queue_id = ${queueId} and user_id = ${userId}`;
}
