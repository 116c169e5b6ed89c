import { AppError } from '@balcao/shared/errors.ts';
import { MAX_TEXTS_A_DAY } from '@balcao/shared/features/automations/limits.ts';
import type { Effect } from '@balcao/shared/features/automations/rule.ts';
import type { Tx } from '../../platform/db/client.ts';
import { stopBot } from '../bot/bot.service.ts';
import { startOwn } from '../bot/turns.service.ts';
import { findShared } from '../quick-messages/quick-messages.service.ts';
import { changeTags } from '../tags/ticket-tags.service.ts';
import { addNoteOfRule } from '../ticket-notes/ticket-notes.service.ts';
import { sayForRule } from '../ticket-rules/automatic-messages.service.ts';
import { putOffByItself } from '../tickets/snooze.service.ts';
import { acceptFor } from '../tickets/take-ticket.ts';
import { endTicket } from '../tickets/tickets.service.ts';
import { moveTicket } from '../tickets/transfer-ticket.ts';
import * as runs from './runs.repo.ts';

/** Whose doing an effect is, and where. */
export interface Doer {
  companyId: number;
  ticketId: number;
  /** The queue that the ticket is in. */
  queueId: number | null;
  /** The name of the rule. */
  program: string;
  /** So many messages it has sent so far. */
  said: number;
}

/**
 * Does one effect, as the parts of the application do it for people. The ticket is locked. Throws what these throw, and
 * ERR_AUTOMATION_LIMIT.
 */
export async function carryOut(tx: Tx, doer: Doer, effect: Effect, at: Date): Promise<void> {
  const { companyId, ticketId, program } = doer;
  const place = { companyId, ticketId };
  const by = { companyId, userId: null, program };
  switch (effect.kind) {
    case 'addTags':
      await changeTags(tx, by, ticketId, { put: effect.tagIds, taken: [] }, at);
      return;
    case 'removeTags':
      await changeTags(tx, by, ticketId, { put: [], taken: effect.tagIds }, at);
      return;
    case 'queue':
      await moveTicket(tx, by, ticketId, { queueId: effect.queueId, userId: null }, at);
      await startOwn(tx, companyId, ticketId, effect.queueId, at);
      doer.queueId = effect.queueId;
      return;
    case 'agent':
      await moveTicket(tx, by, ticketId, { queueId: doer.queueId, userId: effect.userId }, at);
      return;
    case 'accept':
      await acceptFor(tx, companyId, ticketId, effect.userId, at);
      return;
    case 'finish':
      await endTicket(tx, by, ticketId, effect.silent, at);
      return;
    case 'say':
      return speak(tx, doer, { text: effect.text }, at);
    case 'quickMessage': {
      const found = await findShared(tx, companyId, effect.quickMessageId);
      if (!found) throw new AppError('ERR_NO_QUICK_MESSAGE_FOUND');
      return speak(tx, doer, { text: found.message, file: found.media }, at);
    }
    case 'note':
      await addNoteOfRule(tx, place, effect.text, [], at);
      return;
    case 'mention':
      await addNoteOfRule(tx, place, effect.text, effect.userIds, at);
      return;
    case 'snooze': {
      const until = new Date(at.getTime() + effect.minutes * 60_000);
      await putOffByItself(tx, place, { by: program, until }, at);
      return;
    }
    case 'stopBot':
      await stopBot(tx, { ...place, userId: null }, 'agent', program, at);
      return;
    case 'stop':
      return;
  }
}

/** Two machines may answer each other for ever: somebody has to end it. ERR_AUTOMATION_LIMIT. */
async function speak(tx: Tx, doer: Doer, words: Parameters<typeof sayForRule>[3], at: Date): Promise<void> {
  const { companyId, ticketId } = doer;
  if ((await runs.textsOfDay(tx, companyId, ticketId, at)) + doer.said >= MAX_TEXTS_A_DAY)
    throw new AppError('ERR_AUTOMATION_LIMIT');
  doer.said += await sayForRule(tx, companyId, ticketId, words, at);
}
