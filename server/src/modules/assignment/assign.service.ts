import { DAY_MS } from '@balcao/shared/time/wall-clock.ts';
import type { Tx } from '../../platform/db/client.ts';
import { idsOfPerson } from '../contacts/contact-links.service.ts';
import { giveTo } from '../tickets/take-ticket.ts';
import * as repo from './assign.repo.ts';

type Why = 'inTurn' | 'fewest' | 'known';

/**
 * Gives an agent the ticket of a queue whose customer waits longest. The queue is locked first, then the agent, then the
 * ticket: of several processes each sees what the one before has given, so nobody gets more than they may have and no
 * ticket is given twice.
 *
 * @returns whether to look once more: it was given, or somebody was faster
 */
export async function assignNext(tx: Tx, companyId: number, queueId: number, now: Date): Promise<boolean> {
  const queue = await repo.lockQueue(tx, companyId, queueId);
  if (!queue) return false;
  const byNumber = queue.assignment !== 'inTurn';
  const agents = await repo.listFree(tx, companyId, queueId, { byNumber, now });
  if (agents.length === 0) return false;
  const ticket = await repo.findLongest(tx, companyId, queueId, agents);
  if (!ticket) return false;
  const chosen = await choose(tx, companyId, queue, agents, ticket, now);
  if (!chosen) return false;
  const { userId, why } = chosen;
  if (!(await repo.lockIfFree(tx, companyId, queueId, userId, now))) return true;
  if (!(await repo.lockWaiting(tx, companyId, queueId, ticket.id))) return true;
  if (!(await giveTo(tx, { companyId, userId }, ticket.id, why, now))) return false;
  await repo.noteTurn(tx, companyId, queueId, userId);
  return true;
}

/** @param agents those who are free, in their order */
async function choose(
  tx: Tx,
  companyId: number,
  { assignment, assignmentKnownDays }: repo.AssigningQueue,
  agents: readonly number[],
  { contactId, givenBackBy }: repo.WaitingTicket,
  now: Date,
): Promise<{ userId: number; why: Why } | undefined> {
  const eligible = agents.filter((id) => id !== givenBackBy);
  if (assignment === 'known') {
    const since = new Date(now.getTime() - assignmentKnownDays * DAY_MS);
    const contactIds = await idsOfPerson(tx, companyId, contactId);
    const known = await repo.lastAgent(tx, companyId, contactIds, since);
    if (known !== undefined && eligible.includes(known)) return { userId: known, why: 'known' };
  }
  const [userId] = eligible;
  return userId === undefined ? undefined : { userId, why: assignment === 'inTurn' ? 'inTurn' : 'fewest' };
}
