import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { ASSIGNMENT_LIMITS } from '@balcao/shared/features/assignment/limits.ts';
import type { Agent } from '@balcao/shared/features/assignment/row.ts';
import { can } from '@balcao/shared/permissions.ts';
import { DAY_MS } from '@balcao/shared/time/wall-clock.ts';
import type { Tx } from '../../platform/db/client.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { record, recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import { type LockedTicket, lockTicket } from '../tickets/locked-ticket.ts';
import { giveBack, seesTicketsOf, transfer } from '../tickets/transfer-ticket.ts';
import * as repo from './agents.repo.ts';

/** What agents have, may have and hand over. All throw ERR_NO_USER_FOUND for a missing person. */

type Clock = () => Date;

interface Capacities {
  capacity?: number | null | undefined;
  queues?: readonly { queueId: number; capacity: number | null }[] | undefined;
}

/** ERR_USER_NOT_IN_QUEUE {name}. */
export async function updateCapacity(
  tx: Tx,
  actor: Actor,
  userId: number,
  { capacity, queues = [] }: Capacities,
): Promise<void> {
  const { companyId } = actor;
  const before = await lock(tx, companyId, userId);
  if (capacity !== undefined) await repo.setCapacity(tx, companyId, userId, capacity);
  for (const own of queues)
    if (!(await repo.setQueueCapacity(tx, companyId, { userId, ...own })))
      throw new AppError('ERR_USER_NOT_IN_QUEUE', { name: before.name });
  await recordChange(tx, actor, AUDITED, before, await lock(tx, companyId, userId));
}

interface Away {
  until: string | null;
  handBack: boolean;
}

/**
 * ERR_AWAY_UNTIL for a time that is over or too far.
 *
 * @returns how many tickets were handed back
 */
export async function setAway(
  tx: Tx,
  actor: Actor,
  userId: number,
  { until, handBack }: Away,
  clock: Clock,
): Promise<number> {
  const { companyId } = actor;
  if (userId !== actor.userId && !can(actor, 'assignment:manage')) throw new AppError('ERR_NO_USER_FOUND');
  const before = await lock(tx, companyId, userId);
  if (until !== null) {
    const ms = Date.parse(until) - clock().getTime();
    if (ms <= 0 || ms > ASSIGNMENT_LIMITS.awayDays * DAY_MS) throw new AppError('ERR_AWAY_UNTIL');
  }
  await repo.setAway(tx, companyId, userId, until);
  const ids = until !== null && handBack ? await repo.listOpen(tx, companyId, userId) : [];
  const own = await lockOwn(tx, companyId, userId, ids);
  for (const ticket of own) await giveBack(tx, actor, ticket, clock, { away: true });
  await repo.forgetGivenBack(tx, companyId, ids);
  await recordChange(tx, actor, AUDITED, before, await lock(tx, companyId, userId));
  return own.length;
}

/** The colleague gets those that they would see. @param toUserId null: back to the queues */
export async function handOver(
  tx: Tx,
  actor: Actor,
  userId: number,
  toUserId: number | null,
  clock: Clock,
): Promise<{ moved: number; left: number }> {
  const { companyId } = actor;
  // In one order: two who hand over to each other wait for each other nowhere.
  const both = new Map<number, Agent>();
  for (const id of [userId, toUserId ?? userId].toSorted((a, b) => a - b))
    both.set(id, await lock(tx, companyId, id));
  const own =
    toUserId === userId
      ? []
      : await lockOwn(tx, companyId, userId, await repo.listOpen(tx, companyId, userId));
  let moved = 0;
  for (const ticket of own) {
    if (toUserId === null) await giveBack(tx, actor, ticket, clock);
    else if (await seesTicketsOf(tx, companyId, toUserId, ticket.queueId))
      await transfer(tx, actor, ticket.id, { userId: toUserId, queueId: null }, { clock });
    else continue;
    moved += 1;
  }
  const left = own.length - moved;
  await record(tx, {
    companyId,
    actor,
    action: 'update',
    entity: 'user',
    entityId: userId,
    entityName: both.get(userId)?.name ?? '',
    changes: [{ field: 'tickets', from: String(own.length), to: String(left) }],
  });
  return { moved, left };
}

/** Those that are theirs still, locked: they may have finished one in this very moment. */
async function lockOwn(
  tx: Tx,
  companyId: number,
  userId: number,
  ids: readonly number[],
): Promise<LockedTicket[]> {
  const own: LockedTicket[] = [];
  for (const id of ids) {
    const ticket = await lockTicket(tx, companyId, id);
    if (ticket?.status === 'open' && ticket.userId === userId) own.push(ticket);
  }
  return own;
}

async function lock(tx: Tx, companyId: number, userId: number): Promise<Agent> {
  return orNotFound(await repo.lock(tx, companyId, userId), 'ERR_NO_USER_FOUND');
}

const AUDITED: Audited<Agent> = {
  entity: 'user',
  name: ({ name }) => name,
  fields: ({ capacity, awayUntil, queues }) => ({
    capacity,
    awayUntil,
    queueCapacities: queues.flatMap((own) =>
      own.capacity === null ? [] : [`${own.queueId}: ${own.capacity}`],
    ),
  }),
};
