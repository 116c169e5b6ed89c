import { featuresOf } from '@balcao/shared/features/connections/channel.ts';
import { mediaKind } from '@balcao/shared/features/media/media-kind.ts';
import type { TemplateChoice } from '@balcao/shared/features/message-templates/row.ts';
import {
  asWholeParameter,
  filledTemplate,
  queuedTemplate,
} from '@balcao/shared/features/message-templates/template-text.ts';
import { messagePreview } from '@balcao/shared/features/messages/preview.ts';
import { isAnswerable } from '@balcao/shared/features/messages/service-window.ts';
import { withNotice } from '@balcao/shared/features/privacy/notice.ts';
import { RATING_SCALES, type RatingScale } from '@balcao/shared/features/ratings/scale.ts';
import { splitText } from '@balcao/shared/text/split-text.ts';
import { AUTOMATIC_TEXTS, fillVariables } from '@balcao/shared/text/variables.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { StoredMenu } from '../../platform/db/message-json.ts';
import { assertMayWriteFirst, chosenTemplate } from '../message-templates/message-templates.service.ts';
import { maySpeak, whySilent } from '../subscription/may-speak.service.ts';
import {
  type AutomaticFile,
  insertAutomatic,
  loadOccasion,
  loadOccasions,
  type Occasion,
} from './automatic-messages.repo.ts';
import { ratingQuestion } from './rating-question.ts';

/**
 * What the customer is told without anybody writing it. Each stands in the outbox when the
 * transaction of its cause commits, so it goes out once, whatever is repeated. Groups are told nothing, nor people for
 * whom somebody has switched the bots off, and nobody is through a connection that was deleted or by a company that may
 * not speak, or whose messenger takes no words any more.
 */

export { loadOccasion };

/** Says who is answering now, with the setting `sendGreetingAccepted`. */
export async function greetAccepted(tx: Tx, companyId: number, ticketId: number, at: Date): Promise<void> {
  const occasion = await loadAddressed(tx, companyId, ticketId, at);
  if (occasion?.settings?.sendGreetingAccepted !== 'enabled') return;
  await say(tx, companyId, occasion, AUTOMATIC_TEXTS[occasion.language].accepted, at);
}

/**
 * Where the conversation goes on, with the setting `sendMsgTransfTicket`. The ticket is there already.
 *
 * @param to what has changed; at least one of the two
 */
export async function sendTransferMessage(
  tx: Tx,
  companyId: number,
  ticketId: number,
  to: { user: boolean; queue: boolean },
  at: Date,
): Promise<void> {
  const occasion = await loadAddressed(tx, companyId, ticketId, at);
  if (occasion?.settings?.sendMsgTransfTicket !== 'enabled') return;
  const texts = AUTOMATIC_TEXTS[occasion.language];
  const text = to.user ? (to.queue ? texts.toUserInQueue : texts.toUser) : texts.toQueue;
  await say(tx, companyId, occasion, text, at);
}

/**
 * The question for a mark: with the setting `userRating`, when an agent had the ticket and WhatsApp can be reached now.
 *
 * @returns the scale that it is asked on; null when it is not asked
 */
export async function askForRating(
  tx: Tx,
  companyId: number,
  ticketId: number,
  at: Date,
): Promise<RatingScale | null> {
  const occasion = await loadAddressed(tx, companyId, ticketId, at);
  if (occasion?.settings?.userRating !== 'enabled') return null;
  if (occasion.userId === null || !occasion.isConnected) return null;
  const chosen = occasion.settings.ratingScale;
  const scale = RATING_SCALES.find((one) => one === chosen) ?? RATING_SCALES[0];
  const { body, menu } = ratingQuestion(occasion.language, scale, occasion.rating);
  await say(tx, companyId, occasion, body, at, { menu });
  return scale;
}

/** @returns whether the customer is invited to comment, with the setting `ratingComment` */
export async function thankForRating(
  tx: Tx,
  companyId: number,
  ticketId: number,
  at: Date,
): Promise<boolean> {
  const occasion = await loadAddressed(tx, companyId, ticketId, at);
  if (!occasion) return false;
  const { rated, ratingComment } = AUTOMATIC_TEXTS[occasion.language];
  const isInvited = occasion.settings?.ratingComment === 'enabled';
  await say(tx, companyId, occasion, isInvited ? `${rated}\n\n${ratingComment}` : rated, at);
  return isInvited;
}

export async function thankForComment(tx: Tx, companyId: number, ticketId: number, at: Date): Promise<void> {
  const occasion = await loadAddressed(tx, companyId, ticketId, at);
  if (occasion) await say(tx, companyId, occasion, AUTOMATIC_TEXTS[occasion.language].commented, at);
}

/** The completion message of the queue, else of the connection, if there is one. */
export async function sendCompletionMessage(
  tx: Tx,
  companyId: number,
  ticketId: number,
  at: Date,
): Promise<void> {
  const occasion = await loadAddressed(tx, companyId, ticketId, at);
  if (occasion) await sayLast(tx, companyId, occasion, occasion.completion, at);
}

/** A text of somebody's own; an empty one is not sent. */
export async function sayFarewell(
  tx: Tx,
  companyId: number,
  ticketId: number,
  text: string,
  at: Date,
): Promise<void> {
  const occasion = await loadAddressed(tx, companyId, ticketId, at);
  if (occasion) await sayLast(tx, companyId, occasion, text, at);
}

/** The last word of a conversation, with the company's notice about data where that stands there. */
async function sayLast(tx: Tx, companyId: number, occasion: Occasion, text: string, at: Date): Promise<void> {
  const { privacyNotice, privacyNoticeText = '' } = occasion.settings ?? {};
  const notice = privacyNotice === 'farewell' ? privacyNoticeText : '';
  await say(tx, companyId, occasion, withNotice(text, notice), at);
}

/**
 * What a rule says: words, a file, or both. To nobody who wants to be left alone. @returns how many messages were said
 */
export async function sayForRule(
  tx: Tx,
  companyId: number,
  ticketId: number,
  { text, file = null }: { text: string; file?: AutomaticFile | null },
  at: Date,
): Promise<number> {
  const occasion = await loadAddressed(tx, companyId, ticketId, at);
  if (!occasion || occasion.isOptedOut) return 0;
  return say(tx, companyId, occasion, text, at, { file });
}

/**
 * An approved text of the conversation's connection, with its variables filled in; the hours for answers do not bind it. To
 * nobody who wants to be left alone. ERR_NO_TEMPLATE_FOUND, ERR_TEMPLATE_PARAMETERS, ERR_TEMPLATE_LIMIT.
 *
 * @returns how many messages were said
 */
export async function sendTemplateForRule(
  tx: Tx,
  companyId: number,
  ticketId: number,
  choice: TemplateChoice,
  at: Date,
): Promise<number> {
  const occasion = await loadReachable(tx, companyId, ticketId, at);
  if (!occasion || occasion.isOptedOut) return 0;
  const { connectionId } = occasion;
  const wanted = choice.parameters.map((text) => asWholeParameter(fillFor(occasion, text, at)));
  const { template, parameters } = await chosenTemplate(tx, companyId, connectionId, {
    ...choice,
    parameters: wanted,
  });
  if (!isAnswerable(featuresOf(occasion), occasion.customerWroteAt, at))
    await assertMayWriteFirst(tx, companyId, connectionId, at);
  const body = filledTemplate(template, parameters);
  await insertAutomatic(tx, companyId, ticketId, {
    ...{ body, type: 'chat', file: null, menu: null, at },
    template: queuedTemplate(template, parameters),
    preview: messagePreview('chat', body),
  });
  return 1;
}

/** Why a customer hears nothing of what a rule says. */
export type Silence =
  | NonNullable<Awaited<ReturnType<typeof whySilent>>>
  | 'ERR_AUTOMATION_OPTED_OUT'
  | 'ERR_AUTOMATION_BOTS_OFF'
  | 'ERR_AUTOMATION_NO_CONNECTION'
  | 'ERR_OUTSIDE_SERVICE_WINDOW';

/** Why what a rule says reaches nobody: words, and approved texts, which no hours bind. Null: it does. */
export interface Heard {
  words: Silence | null;
  template: Silence | null;
}

/** Of each of these tickets. */
export async function whyUnheard(
  tx: Tx,
  companyId: number,
  ticketIds: readonly number[],
  at: Date,
): Promise<Map<number, Heard>> {
  const ofCompany = await whySilent(tx, companyId, at);
  const occasions = await loadOccasions(tx, companyId, ticketIds);
  return new Map(
    occasions.map((occasion) => {
      const template = whyNotTo(occasion) ?? ofCompany;
      const isLate = !isAnswerable(featuresOf(occasion), occasion.customerWroteAt, at);
      return [
        occasion.ticketId,
        { words: template ?? (isLate ? 'ERR_OUTSIDE_SERVICE_WINDOW' : null), template },
      ];
    }),
  );
}

function whyNotTo({ isOptedOut, botDisabled, hasConnection }: Occasion): Silence | null {
  if (isOptedOut) return 'ERR_AUTOMATION_OPTED_OUT';
  if (botDisabled) return 'ERR_AUTOMATION_BOTS_OFF';
  return hasConnection ? null : 'ERR_AUTOMATION_NO_CONNECTION';
}

async function loadAddressed(
  tx: Tx,
  companyId: number,
  ticketId: number,
  at: Date,
): Promise<Occasion | null> {
  const occasion = await loadReachable(tx, companyId, ticketId, at);
  return occasion && isAnswerable(featuresOf(occasion), occasion.customerWroteAt, at) ? occasion : null;
}

/** Whether or not the messenger takes words of ours. */
async function loadReachable(
  tx: Tx,
  companyId: number,
  ticketId: number,
  at: Date,
): Promise<Occasion | null> {
  const occasion = await loadOccasion(tx, companyId, ticketId);
  if (!occasion || occasion.isGroup || occasion.botDisabled || !occasion.hasConnection) return null;
  return (await maySpeak(tx, companyId, at)) ? occasion : null;
}

/**
 * @param more.file goes first; words that are too long for beside it follow
 * @param more.menu what the words offer to tap
 * @returns how many messages that makes
 */
async function say(
  tx: Tx,
  companyId: number,
  occasion: Occasion,
  text: string,
  at: Date,
  { file = null, menu = null }: { file?: AutomaticFile | null; menu?: StoredMenu | null } = {},
): Promise<number> {
  const whole = fillFor(occasion, text, at);
  const { textChars, captionChars } = featuresOf(occasion);
  const caption = file && whole.length <= captionChars ? whole : '';
  const rest = file && caption === whole ? '' : whole;
  const texts = (rest.length > textChars ? splitText(rest, textChars) : [rest]).filter(
    (body) => body.trim() !== '',
  );
  const messages = [
    ...(file ? [{ body: caption, file }] : []),
    ...texts.map((body) => ({ body, file: null })),
  ];
  for (const [place, message] of messages.entries()) {
    const type = message.file ? mediaKind(message.file.mime) : 'chat';
    const preview = messagePreview(type, message.body || (message.file?.name ?? ''));
    // What is offered stands at the end.
    const offered = menu && place === messages.length - 1 ? filledMenu(occasion, menu, at) : null;
    await insertAutomatic(tx, companyId, occasion.ticketId, { ...message, menu: offered, type, preview, at });
  }
  return messages.length;
}

const filledMenu = (occasion: Occasion, menu: StoredMenu, at: Date): StoredMenu => ({
  ...menu,
  lead: fillFor(occasion, menu.lead, at),
});

/** Texts for somebody who says them in a ticket. */
export async function fillInTicket(
  tx: Tx,
  companyId: number,
  ticketId: number,
  texts: readonly string[],
  at: Date,
): Promise<string[]> {
  const occasion = await loadOccasion(tx, companyId, ticketId);
  return texts.map((text) => (occasion ? fillFor(occasion, text, at) : text));
}

/** The text with what its ticket knows in the places of the variables. */
export const fillFor = (occasion: Occasion, text: string, at: Date): string =>
  fillVariables(text, {
    name: occasion.contactName,
    user: occasion.userName,
    queue: occasion.queueName,
    ticket: occasion.ticketId,
    extraInfo: occasion.extraInfo,
    at,
    timezone: occasion.timezone,
    language: occasion.language,
  });
