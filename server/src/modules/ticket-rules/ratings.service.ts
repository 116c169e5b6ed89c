import type { RatingScale } from '@balcao/shared/features/ratings/scale.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';
import { addTicketEvent, namesOf } from '../ticket-timeline/ticket-events.service.ts';
import * as tracking from '../ticket-tracking/ticket-tracking.service.ts';
import { sendCompletionMessage, thankForComment, thankForRating } from './automatic-messages.service.ts';
import { readMark } from './rating-words.ts';
import * as repo from './ratings.repo.ts';

const MINUTE_MS = 60_000;
/** How long each is awaited after it was asked for. Whoever writes a comment in pieces writes them soon. */
const WAITS_MS: Record<repo.RatingAsks, number> = {
  satisfaction: 10 * MINUTE_MS,
  stars: 10 * MINUTE_MS,
  nps: 10 * MINUTE_MS,
  comment: 60 * MINUTE_MS,
  more: 2 * MINUTE_MS,
};
/** What was answered in time may take this long to get here. */
const GRACE_MS = 15_000;
/** A customer who answered while our connection was down is heard when it is back; but not for ever. */
const MAX_DOWN_MS = 24 * 3_600_000;

/** What is awaited of a customer after the end, until then. */
export interface AwaitedAnswer {
  asks: repo.RatingAsks;
  until: Date;
}

interface Mark {
  scale: RatingScale;
  mark: number;
}

export type RatingAnswer = ({ kind: 'rate' } & Mark) | { kind: 'resume' } | { kind: 'comment' };

/**
 * What a customer's message means while something is awaited; null when it is a message like any other, also one that was
 * written before anybody asked and came late.
 *
 * @param text null: something else than words
 * @param writtenAt when the customer wrote it, not when it got here
 */
export function ratingAnswer(
  text: string | null,
  { asks, until }: AwaitedAnswer,
  writtenAt: Date,
): RatingAnswer | null {
  if (writtenAt > until || writtenAt < askedAt({ asks, until })) return null;
  const said = text?.trim();
  if (said === '!') return { kind: 'resume' };
  // The wish for the main menu of the bot is no comment.
  if (asks === 'comment' || asks === 'more') return said === '#' ? null : { kind: 'comment' };
  const mark = readMark(said ?? '', asks);
  return mark === null ? null : { kind: 'rate', scale: asks, mark };
}

/** WhatsApp counts whole seconds. */
export const askedAt = ({ asks, until }: AwaitedAnswer): Date =>
  new Date(Math.floor((until.getTime() - WAITS_MS[asks]) / 1_000) * 1_000);

/** The customer has just been asked for it. */
export const awaitAnswer = (
  tx: Tx,
  companyId: number,
  ticketId: number,
  asks: repo.RatingAsks,
  at: Date,
): Promise<void> => repo.awaitAnswer(tx, companyId, ticketId, asks, new Date(at.getTime() + WAITS_MS[asks]));

/**
 * The mark stands on the cycle that has ended; the customer is thanked and told goodbye, and perhaps invited to comment. The
 * ticket stays closed.
 */
export async function takeRating(
  tx: Tx,
  companyId: number,
  ticketId: number,
  mark: Mark,
  at: Date,
): Promise<void> {
  await repo.endWait(tx, companyId, ticketId);
  await note(tx, companyId, ticketId, mark, at);
  const isInvited = await thankForRating(tx, companyId, ticketId, at);
  await sendCompletionMessage(tx, companyId, ticketId, at);
  if (isInvited) await awaitAnswer(tx, companyId, ticketId, 'comment', at);
}

async function note(
  tx: Tx,
  companyId: number,
  ticketId: number,
  { scale, mark }: Mark,
  at: Date,
): Promise<void> {
  const userId = await repo.rate(tx, companyId, ticketId, { scale, mark }, at);
  const { toUser } = await namesOf(tx, { companyId }, { toUser: userId }, {});
  const event = { kind: 'rated', scale, rate: mark, toUser } as const;
  await addTicketEvent(tx, { companyId, ticketId, userId: null }, event, at);
}

/**
 * What the customer says to the mark belongs to it, in as many messages as it comes in; thanked for once. Another mark takes
 * the place of the first. The ticket stays closed.
 */
export async function takeComment(
  tx: Tx,
  { companyId, ticketId }: { companyId: number; ticketId: number },
  asks: repo.RatingAsks,
  message: { id: string; text: string | null },
  at: Date,
): Promise<void> {
  const rating = await repo.findRating(tx, companyId, ticketId);
  if (!rating) return;
  const isFirst = asks === 'comment';
  const mark = isFirst && message.text !== null ? readMark(message.text, rating.scale) : null;
  if (mark !== null) {
    if (mark !== rating.mark) await note(tx, companyId, ticketId, { scale: rating.scale, mark }, at);
    return;
  }
  await repo.addComment(tx, companyId, rating.id, message.id, at);
  if (!isFirst) return;
  await addTicketEvent(tx, { companyId, ticketId, userId: null }, { kind: 'commented' }, at);
  await thankForComment(tx, companyId, ticketId, at);
  await awaitAnswer(tx, companyId, ticketId, 'more', at);
}

/** The customer wants to go on: open again with the agent who had it, in a cycle of its own. */
export async function resume(tx: Tx, companyId: number, ticketId: number, at: Date): Promise<void> {
  const userId = await repo.reopenWithSameAgent(tx, companyId, ticketId, at);
  await tracking.start(tx, { companyId, userId }, ticketId, at);
  const { toUser } = await namesOf(tx, { companyId }, { toUser: userId }, {});
  await addTicketEvent(tx, { companyId, ticketId, userId: null }, { kind: 'reopened', by: null, toUser }, at);
}

/**
 * Ends the waits that are over: customers who gave no mark are told goodbye. What is awaited stands in the tickets, so a
 * restart forgets nothing; of several processes that look, one does it.
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
      const asks = await repo.endWait(tx, companyId, id, over(now));
      if (asks === null || asks === 'comment' || asks === 'more') return;
      await sendCompletionMessage(tx, companyId, id, now);
    });
  },
});

const over = (now: Date) => new Date(now.getTime() - GRACE_MS);
