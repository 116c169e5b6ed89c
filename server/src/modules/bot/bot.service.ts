import type { HandoverCause, TicketEvent } from '@balcao/shared/features/ticket-timeline/event.ts';
import type { Tx } from '../../platform/db/client.ts';
import { crashAt } from '../../platform/failpoints.ts';
import type { Log } from '../../platform/log.ts';
import { sayFarewell, sendCompletionMessage } from '../ticket-rules/automatic-messages.service.ts';
import { placeUnseen } from '../ticket-rules/unseen-tickets.service.ts';
import { behindSavepoint, noteCause } from '../ticket-timeline/causes.service.ts';
import { addTicketEvent } from '../ticket-timeline/ticket-events.service.ts';
import { finish } from '../tickets/tickets.service.ts';
import * as repo from './bot.repo.ts';
import { entriesOf, previewOf } from './conversation.ts';
import { decide, start } from './decide.ts';
import type { Decision } from './decision.ts';
import { hear } from './heard.ts';
import { mayAnswer, scriptOf } from './rules.ts';
import { type BotState, leads } from './state.ts';
import { hearTap } from './taps.ts';
import { askLater, forgetSession } from './turns.repo.ts';

/** A ticket's place, as the pipeline knows it. */
interface Place {
  companyId: number;
  ticketId: number;
}

/** What a customer wrote that was just stored. @property text null: a picture, a voice note, a place … */
export interface CustomerMessage {
  text: string | null;
  /** The id behind what was tapped; null: it was written. */
  tap: string | null;
  /** When the customer wrote it. */
  writtenAt: Date;
  /** Its place in the conversation. */
  storedAt: Date;
}

/** Whoever writes so late is not waiting for a menu any more. */
const MAX_AGE_MS = 5 * 60_000;

/**
 * The answer to a message that has just been stored in a waiting ticket, in the transaction that stores it: what is said
 * are rows of the outbox, so a crash neither repeats nor swallows it. Whatever goes wrong in here is undone to the savepoint:
 * the message stays, people are waited for, and the timeline says why.
 */
export async function answerCustomer(
  log: Log,
  tx: Tx,
  place: Place,
  message: CustomerMessage,
  now: Date,
): Promise<void> {
  if (now.getTime() - message.writtenAt.getTime() > MAX_AGE_MS) return placeUnseen(tx, place, now);
  try {
    await behindSavepoint(tx, (inner) => takeStep(inner, place, message, now));
  } catch (error) {
    log.error({ err: error, ...place }, 'bot failed');
    await giveUp(log, tx, place, now);
  }
}

async function takeStep(
  tx: Tx,
  { companyId, ticketId }: Place,
  { text, tap, storedAt }: CustomerMessage,
  now: Date,
): Promise<void> {
  const facts = await repo.loadFacts(tx, companyId, ticketId);
  if (!facts) return;
  if (!mayAnswer(companyId, facts, now)) {
    await retire(tx, companyId, ticketId, facts.state, now);
    if (facts.isBarred && facts.state.queueId === null) await placeUnseen(tx, { companyId, ticketId }, now);
    return;
  }
  const tapped = tap === null ? null : await hearTap(tx, { companyId, ticketId }, facts.state, tap);
  const decision = decide({ script: scriptOf(facts, now), state: facts.state, now }, tapped ?? hear(text));
  crashAt('bot.decided');
  if (changes(facts.state, decision))
    await carryOut(tx, companyId, facts, decision, { at: now, since: storedAt });
  const isLeft = decision.state.queueId === null && !leads(decision.state) && !decision.closes;
  if (isLeft) await placeUnseen(tx, { companyId, ticketId }, behind(now, decision.lines.length + 1));
}

/** Or the timeline might tell what follows before what the bot wrote, each line a millisecond after the one before. */
export const behind = (at: Date, lines: number) => new Date(at.getTime() + lines);

/** Where nobody is led and nothing is said, what was heard need not be remembered: most messages are of that kind. */
const changes = (before: BotState, { state, lines, closes, ask }: Decision): boolean =>
  lines.length > 0 || closes || ask !== null || leads(before) || leads(state) || before.ended !== state.ended;

/** Somebody has switched the bots off while one was leading: the customer goes on with people. */
async function retire(tx: Tx, companyId: number, ticketId: number, state: BotState, at: Date): Promise<void> {
  if (leads(state)) await stopBot(tx, { companyId, ticketId, userId: null }, 'notAllowed', null, at);
}

/** @param when.since the first message that whoever is asked has to answer */
export async function carryOut(
  tx: Tx,
  companyId: number,
  facts: repo.BotFacts,
  decision: Decision,
  { at, since = at }: { at: Date; since?: Date },
): Promise<void> {
  const { ticketId } = facts;
  const entries = entriesOf(facts, decision, at);
  await repo.write(tx, companyId, ticketId, decision.state, entries, previewOf(entries), at);
  const said = entries.findLast(({ state }) => state === 'queued');
  if (said) noteCause(tx, { messageId: said.id, event: null, saidBy: 'bot' });
  if (beginsWithResponder(facts.state, decision.state)) await forgetSession(tx, companyId, ticketId);
  if (decision.ask) await askLater(tx, { companyId, ticketId }, decision.ask, { at, since });
  if (decision.closes) await endTicket(tx, companyId, ticketId, at);
  crashAt('bot.written');
}

/** What a responder remembers is of the conversation before, which somebody has ended. */
const beginsWithResponder = (before: BotState, after: BotState): boolean =>
  (after.promptId !== null && after.promptId !== before.promptId) ||
  (after.integrationId !== null && after.integrationId !== before.integrationId);

/** → closed. Nobody had it, so no mark is asked; the customer is told goodbye. */
async function endTicket(tx: Tx, companyId: number, ticketId: number, at: Date): Promise<void> {
  await finish(tx, { companyId, userId: null }, ticketId, at);
  await sendCompletionMessage(tx, companyId, ticketId, at);
}

/** It must not take the customer's message along, whatever is broken. */
async function giveUp(log: Log, tx: Tx, { companyId, ticketId }: Place, at: Date): Promise<void> {
  try {
    await behindSavepoint(tx, async (inner) => {
      await repo.end(inner, companyId, ticketId, 'failed', at);
      await addTicketEvent(
        inner,
        { companyId, ticketId, userId: null },
        { kind: 'failed', code: 'ERR_BOT_FAILED' },
        at,
      );
      await placeUnseen(inner, { companyId, ticketId }, behind(at, 1));
    });
  } catch (error) {
    log.error({ err: error, companyId, ticketId }, 'bot not switched off');
  }
}

/** People go on with the ticket. @param by the name of whoever did it; null: the system, or the phone */
export async function stopBot(
  tx: Tx,
  { companyId, ticketId, userId }: Place & { userId: number | null },
  cause: Extract<HandoverCause, 'agent' | 'phone' | 'notAllowed' | 'silent'>,
  by: string | null,
  at: Date,
): Promise<void> {
  const ended = ({ agent: 'off', notAllowed: 'off', phone: 'person', silent: 'silent' } as const)[cause];
  const stopped = await repo.end(tx, companyId, ticketId, ended, at);
  if (!stopped || (!stopped.led && cause !== 'agent')) return;
  const event: TicketEvent = { kind: 'handedOver', by, cause };
  await addTicketEvent(tx, { companyId, ticketId, userId }, event, at);
}

/**
 * The bot begins in a ticket that an agent hands to it, in this queue or, without one, with the menu of queues.
 *
 * @returns false when it may not speak there, is out of hours, or has no menu
 */
export async function startBot(
  tx: Tx,
  { companyId, ticketId }: Place,
  queueId: number | null,
  at: Date,
): Promise<boolean> {
  await repo.makeWait(tx, companyId, ticketId, queueId, at);
  const facts = await repo.loadFacts(tx, companyId, ticketId);
  if (!facts || !mayAnswer(companyId, facts, at)) return false;
  const decision = start({ script: scriptOf(facts, at), state: facts.state, now: at });
  if (!leads(decision.state)) return false;
  await carryOut(tx, companyId, facts, decision, { at });
  return true;
}

/**
 * A customer who fell silent waits for people, or is told goodbye with the connection's inactivity message. Nothing when
 * that is not so any more.
 */
export async function leaveSilent(tx: Tx, companyId: number, ticketId: number, at: Date): Promise<void> {
  const silent = await repo.findSilent(tx, companyId, ticketId, at);
  if (!silent) return;
  if (silent.action === 'wait') {
    await stopBot(tx, { companyId, ticketId, userId: null }, 'silent', null, at);
    return placeUnseen(tx, { companyId, ticketId }, behind(at, 1));
  }
  await finish(tx, { companyId, userId: null }, ticketId, at);
  await sayFarewell(tx, companyId, ticketId, silent.text, at);
}
