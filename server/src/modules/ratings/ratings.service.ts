import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { RatingView } from '@balcao/shared/features/ratings/calls.ts';
import { ratingLevel } from '@balcao/shared/features/ratings/scale.ts';
import { maskName } from '@balcao/shared/money/tax-number.ts';
import type { Tx } from '../../platform/db/client.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { record } from '../audit/audit.service.ts';
import type { MessagesService } from '../messages/messages.service.ts';
import { continueTicket } from '../tickets/continue-ticket.ts';
import * as repo from './ratings.repo.ts';

/** Marks are given and commented in `../ticket-rules/ratings.service.ts`; here they are read and answered. */

export const present = ({ ratedAt, words, ...record }: repo.RatingRecord): RatingView => ({
  ...record,
  level: ratingLevel(record.scale, record.mark),
  ratedAt: ratedAt.toISOString(),
  words: words.map(({ createdAt, ...said }) => ({ ...said, createdAt: new Date(createdAt).toISOString() })),
});

/**
 * An answer goes the way of every message, from the conversation that is under way or the rated one, reopened. It quotes what
 * the customer said last about the rating.
 */
export async function answer(
  { messages, clock }: { messages: Pick<MessagesService, 'send'>; clock: () => Date },
  tx: Tx,
  actor: Actor,
  ratingId: number,
  body: string,
): Promise<{ messageId: string; ticketUuid: string }> {
  const { companyId } = actor;
  const rated = orNotFound(await repo.find(tx, companyId, ratingId), 'ERR_NO_RATING_FOUND');
  const ticketId = await continueTicket(tx, actor, rated.ticketId, clock);
  const message = { ticketId, body, mediaId: null, quotedMsgId: rated.commentId };
  const messageId = await messages.send(tx, actor, message);
  const ticketUuid = await repo.addAnswer(tx, companyId, { ratingId, messageId, ticketId });
  await record(tx, {
    companyId,
    actor,
    action: 'answer',
    entity: 'rating',
    entityId: ratingId,
    entityName: maskName(rated.contactName),
  });
  return { messageId, ticketUuid };
}
