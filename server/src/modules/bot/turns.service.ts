import { AppError } from '@balcao/shared/errors.ts';
import type { Tx } from '../../platform/db/client.ts';
import { noteUnanswered } from '../knowledge/unanswered.service.ts';
import { countTurn } from '../prompts/ai-usage.service.ts';
import { placeUnseen } from '../ticket-rules/unseen-tickets.service.ts';
import { moveTicket } from '../tickets/transfer-ticket.ts';
import * as botRepo from './bot.repo.ts';
import { behind, carryOut, startBot, stopBot } from './bot.service.ts';
import { conclude, type Outcome } from './decide.ts';
import { mayAnswer, scriptOf } from './rules.ts';
import * as repo from './turns.repo.ts';

/** Turns of responders: who is to be asked, and what becomes of the answer. */

export { findTurn, TURN, type Turn } from './turns.repo.ts';

/** Who answers in a ticket. */
export type Answerer = Pick<repo.Turn, 'ticketId' | 'answerer' | 'promptId' | 'integrationId'>;

/** Where a responder wants the ticket to go on. */
interface Target {
  queueId: number;
  userId: number | null;
}

/** An answer. @property moveTo with `moved` */
export interface Answer extends Outcome {
  /** What the responder remembers of it; null: nothing, undefined: what it did before. */
  session: unknown;
  /** What no article has answered, for those who write them. */
  unanswered?: string;
  moveTo?: Target;
}

/**
 * Carries out what a responder has answered, in the transaction that ends its turn. Nothing when the ticket is not with
 * it any more: agents do not compete with it. Where nothing may be said by itself meanwhile, people follow without a
 * word.
 *
 * @returns whether it was carried out
 */
export async function applyAnswer(
  tx: Tx,
  companyId: number,
  by: Answerer,
  answer: Answer,
  at: Date,
): Promise<boolean> {
  const { ticketId } = by;
  await repo.lockTicket(tx, companyId, ticketId);
  const facts = await botRepo.loadFacts(tx, companyId, ticketId);
  if (!facts || !isWith(by, facts)) return false;
  if (!mayAnswer(companyId, facts, at)) {
    await stopBot(tx, { companyId, ticketId, userId: null }, 'notAllowed', null, at);
    await placeUnseen(tx, { companyId, ticketId }, behind(at, 1));
    return false;
  }
  const session = answer.next.kind === 'goOn' ? answer.session : null;
  if (session !== undefined) await repo.keepSession(tx, { companyId, ticketId }, session, at);
  const decision = conclude({ script: scriptOf(facts, at), state: facts.state, now: at }, answer);
  await carryOut(tx, companyId, facts, decision, { at });
  if (by.promptId !== null) await countTurn(tx, companyId, by.promptId, isHandOver(answer), at);
  if (answer.unanswered !== undefined)
    await noteUnanswered(tx, companyId, { ticketId, question: answer.unanswered }, at);
  if (answer.next.kind === 'moved' && answer.moveTo) await moveOn(tx, companyId, ticketId, answer.moveTo, at);
  await placeUnseen(tx, { companyId, ticketId }, behind(at, decision.lines.length + 1));
  return true;
}

/** Also what has failed is left to people. */
const isHandOver = ({ next }: Answer) => next.kind === 'people' || next.kind === 'failed';

/**
 * Moves a ticket that no agent has; what answers in its new queue by itself begins. ERR_NO_QUEUE_FOUND, ERR_NO_USER_FOUND,
 * ERR_USER_NOT_IN_QUEUE {name}.
 */
async function moveOn(
  tx: Tx,
  companyId: number,
  ticketId: number,
  { queueId, userId }: Target,
  at: Date,
): Promise<void> {
  await moveTicket(tx, { companyId, userId: null }, ticketId, { queueId, userId }, at);
  if (userId === null) await startOwn(tx, companyId, ticketId, queueId, at);
}

/** What answers in this queue by itself begins in the ticket that was moved there; menus do not: people moved it. */
export async function startOwn(
  tx: Tx,
  companyId: number,
  ticketId: number,
  queueId: number,
  at: Date,
): Promise<void> {
  const facts = await botRepo.loadFacts(tx, companyId, ticketId);
  if (!facts || facts.state.queueId !== queueId) return;
  const queue = scriptOf(facts, at);
  if (hasResponder(queue, queueId)) await startBot(tx, { companyId, ticketId }, queueId, at);
}

const hasResponder = ({ queues, otherQueues }: ReturnType<typeof scriptOf>, queueId: number) =>
  [...queues, ...otherQueues].some(({ id, responder }) => id === queueId && responder !== null);

const isWith = (turn: Answerer, { state }: botRepo.BotFacts): boolean =>
  state.answerer === turn.answerer &&
  state.promptId === turn.promptId &&
  state.integrationId === turn.integrationId;

/** Whether a target that a responder has named is there. */
export const isNoTarget = (error: unknown): boolean =>
  error instanceof AppError && /^ERR_(NO_QUEUE_FOUND|NO_USER_FOUND|USER_NOT_IN_QUEUE)$/.test(error.code);
