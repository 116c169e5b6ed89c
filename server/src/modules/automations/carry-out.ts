import { AppError } from '@balcao/shared/errors.ts';
import { MAX_TEXTS_A_DAY } from '@balcao/shared/features/automations/limits.ts';
import type { Effect } from '@balcao/shared/features/automations/rule.ts';
import type { MacroLine } from '@balcao/shared/features/macros/commands.ts';
import type { TemplateChoice } from '@balcao/shared/features/message-templates/row.ts';
import { asWholeParameter } from '@balcao/shared/features/message-templates/template-text.ts';
import type { Tx } from '../../platform/db/client.ts';
import { stopBot } from '../bot/bot.service.ts';
import { beginResponder } from '../bot/ticket-bot.service.ts';
import { startOwn } from '../bot/turns.service.ts';
import { findFileList } from '../file-lists/file-lists.service.ts';
import { findShared } from '../quick-messages/quick-messages.service.ts';
import { changeTags } from '../tags/ticket-tags.service.ts';
import { addNoteByEffect } from '../ticket-notes/ticket-notes.service.ts';
import { fillInTicket, sayForRule, sendTemplateForRule } from '../ticket-rules/automatic-messages.service.ts';
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
  /** Null: nobody's, a rule does it. */
  userId: number | null;
  /** What the conversation calls the rule, or the person. */
  name: string | null;
  /** So many messages have been sent so far. */
  said: number;
  /** Absent: nobody has any. */
  hands?: Hands;
}

/** What people do otherwise than it is done by itself. */
export interface Hands {
  say(message: {
    id?: string | undefined;
    body: string;
    mediaId: string | null;
    template?: TemplateChoice;
  }): Promise<unknown>;
  putOff(minutes: number): Promise<void>;
}

/** What is written: under which id, and the words if somebody has filled them in already. */
type Line = MacroLine | undefined;

/**
 * Does one effect, as the parts of the application do it for people. The ticket is locked. Throws what these throw, and
 * ERR_AUTOMATION_LIMIT; ERR_NO_TEMPLATE_FOUND where the conversation's connection has no such text.
 */
export async function carryOut(tx: Tx, doer: Doer, effect: Effect, at: Date, line?: Line): Promise<void> {
  const { companyId, ticketId, userId, name } = doer;
  const place = { companyId, ticketId, userId };
  const by = { companyId, userId, ...(name === null ? {} : { program: name }) };
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
      await acceptFor(tx, doer, ticketId, effect.userId, at);
      return;
    case 'finish':
      await endTicket(tx, by, ticketId, effect.silent, at);
      return;
    case 'say':
      return speak(tx, doer, { text: effect.text }, at, line);
    case 'quickMessage': {
      const found = await findShared(tx, companyId, effect.quickMessageId);
      if (!found) throw new AppError('ERR_NO_QUICK_MESSAGE_FOUND');
      return speak(tx, doer, { text: found.message, file: found.media }, at, line);
    }
    case 'note':
      await addNoteByEffect(tx, place, { ...line, body: effect.text }, [], at);
      return;
    case 'mention':
      await addNoteByEffect(tx, place, { ...line, body: effect.text }, effect.userIds, at);
      return;
    case 'snooze': {
      if (doer.hands) return doer.hands.putOff(effect.minutes);
      const until = new Date(at.getTime() + effect.minutes * 60_000);
      await putOffByItself(tx, { ...place, userId: null }, { by: name, until }, at);
      return;
    }
    case 'template':
      return sendTemplate(tx, doer, effect.template, at, line);
    case 'fileList':
      return sendFiles(tx, doer, effect.fileListId, at, line);
    case 'prompt':
      await beginResponder(tx, companyId, ticketId, { kind: 'prompt', id: effect.promptId }, at);
      return;
    case 'integration': {
      const program = { kind: 'integration', id: effect.queueIntegrationId } as const;
      await beginResponder(tx, companyId, ticketId, program, at);
      return;
    }
    case 'stopBot':
      await stopBot(tx, place, 'agent', name, at);
      return;
    // The line that names the rule tells them, and the rule lets the AI be asked.
    case 'webhook':
    case 'sort':
    case 'stop':
      return;
  }
}

/** Its words first, then its files in their order. ERR_NO_FILE_LIST_FOUND. */
async function sendFiles(tx: Tx, doer: Doer, id: number, at: Date, line: Line): Promise<void> {
  const list = await findFileList(tx, doer.companyId, id);
  if (!list) throw new AppError('ERR_NO_FILE_LIST_FOUND');
  await speak(tx, doer, { text: list.message }, at, line);
  for (const { media } of list.options)
    if (media) await speak(tx, doer, { text: '', file: media }, at, undefined);
}

/** People say it as their own. ERR_AUTOMATION_LIMIT. */
async function speak(
  tx: Tx,
  doer: Doer,
  words: Parameters<typeof sayForRule>[3],
  at: Date,
  line: Line,
): Promise<void> {
  const { companyId, ticketId, hands } = doer;
  if (hands) {
    const [body = ''] = line ? [line.body] : await fillInTicket(tx, companyId, ticketId, [words.text], at);
    await hands.say({ id: line?.id, body, mediaId: words.file?.id ?? null });
    return;
  }
  await assertRoom(tx, doer, at);
  doer.said += await sayForRule(tx, companyId, ticketId, words, at);
}

/** The same with an approved text, whose words its connection knows. ERR_AUTOMATION_LIMIT. */
async function sendTemplate(
  tx: Tx,
  doer: Doer,
  { parameters, ...chosen }: TemplateChoice,
  at: Date,
  line: Line,
): Promise<void> {
  const { companyId, ticketId, hands } = doer;
  if (!hands) {
    await assertRoom(tx, doer, at);
    doer.said += await sendTemplateForRule(tx, companyId, ticketId, { parameters, ...chosen }, at);
    return;
  }
  const filled = line?.parameters ?? (await fillInTicket(tx, companyId, ticketId, parameters, at));
  const template = { ...chosen, parameters: filled.map(asWholeParameter) };
  await hands.say({ id: line?.id, body: '', mediaId: null, template });
}

/** Two machines may answer each other for ever: somebody has to end it. ERR_AUTOMATION_LIMIT. */
async function assertRoom(tx: Tx, { companyId, ticketId, said }: Doer, at: Date): Promise<void> {
  if ((await runs.textsOfDay(tx, companyId, ticketId, at)) + said >= MAX_TEXTS_A_DAY)
    throw new AppError('ERR_AUTOMATION_LIMIT');
}
