import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';
import { addTicketEvent, namesOf } from '../ticket-timeline/ticket-events.service.ts';
import * as tracking from '../ticket-tracking/ticket-tracking.service.ts';
import { sendCompletionMessage, thankForRating } from './automatic-messages.service.ts';
import * as repo from './ratings.repo.ts';

/** How long a mark is awaited after a ticket was closed. */
const RATING_WAIT_MS = 10 * 60_000;
/** What was answered in time may take this long to get here. */
const GRACE_MS = 15_000;
/** A customer who answered while our connection was down is heard when it is back; but not for ever. */
const MAX_DOWN_MS = 24 * 3_600_000;

export type RatingAnswer = { kind: 'rate'; rate: 1 | 2 | 3 } | { kind: 'resume' };

/**
 * What a customer's text means while a mark is awaited; null when it is a message like any other, also one that was
 * written before anybody asked and came late.
 *
 * @param awaitedUntil null when nothing is awaited
 * @param writtenAt when the customer wrote it, not when it got here
 */
export function ratingAnswer(text: string, awaitedUntil: Date | null, writtenAt: Date): RatingAnswer | null {
  if (!awaitedUntil || writtenAt > awaitedUntil) return null;
  // WhatsApp counts whole seconds.
  const askedAt = Math.floor((awaitedUntil.getTime() - RATING_WAIT_MS) / 1_000) * 1_000;
  if (writtenAt.getTime() < askedAt) return null;
  switch (text.trim()) {
    case '1':
      return { kind: 'rate', rate: 1 };
    case '2':
      return { kind: 'rate', rate: 2 };
    case '3':
      return { kind: 'rate', rate: 3 };
    case '!':
      return { kind: 'resume' };
    default:
      return null;
  }
}

/** The customer has just been asked for a mark. */
export const awaitRating = (tx: Tx, companyId: number, ticketId: number, at: Date): Promise<void> =>
  repo.awaitRating(tx, companyId, ticketId, new Date(at.getTime() + RATING_WAIT_MS));

/** The mark stands on the cycle that has ended; the customer is thanked and told goodbye. The ticket stays closed. */
export async function takeRating(
  tx: Tx,
  companyId: number,
  ticketId: number,
  rate: 1 | 2 | 3,
  at: Date,
): Promise<void> {
  const userId = await repo.rate(tx, companyId, ticketId, rate, at);
  const { toUser } = await namesOf(tx, { companyId }, { toUser: userId }, {});
  await addTicketEvent(tx, { companyId, ticketId, userId: null }, { kind: 'rated', rate, toUser }, at);
  await thankForRating(tx, companyId, ticketId, at);
  await sendCompletionMessage(tx, companyId, ticketId, at);
}

/** The customer wants to go on: open again with the agent who had it, in a cycle of its own. */
export async function resume(tx: Tx, companyId: number, ticketId: number, at: Date): Promise<void> {
  const userId = await repo.reopenWithSameAgent(tx, companyId, ticketId, at);
  await tracking.start(tx, { companyId, userId }, ticketId, at);
  const { toUser } = await namesOf(tx, { companyId }, { toUser: userId }, {});
  await addTicketEvent(tx, { companyId, ticketId, userId: null }, { kind: 'reopened', by: null, toUser }, at);
}

/**
 * Ends the waits that are over: the customers are told goodbye. What is awaited stands in the tickets, so a restart
 * forgets nothing; of several processes that look, one does it.
 */
export const ratingWaits = ({ db }: { db: Database }): Job<repo.OverWait> => ({
  name: 'waits for ratings',
  schedule: '*/10 * * * * *',
  maxDelayMs: 1_000,
  processes: 'every',
  due(now, limit) {
    const longOver = new Date(now.getTime() - MAX_DOWN_MS);
    return db.asSystem((tx) => repo.listOver(tx, over(now), longOver, limit));
  },
  async take({ companyId, id }, clock) {
    const now = clock();
    await db.withCompany(companyId, async (tx) => {
      if (await repo.endWait(tx, companyId, id, over(now)))
        await sendCompletionMessage(tx, companyId, id, now);
    });
  },
});

const over = (now: Date) => new Date(now.getTime() - GRACE_MS);
