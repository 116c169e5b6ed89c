import type { proto } from '@whiskeysockets/baileys';
import type { Maybe } from '../card-parts.ts';
import { wordsOfCard } from '../card-words.ts';
import { linesOfFields, unreadFields } from '../flow-answer.ts';
import { type Json, jsonOf } from '../json.ts';
import { placeOf } from './cards/business.ts';
import { cardOf } from './cards/card.ts';
import { wordsOfRich } from './rich-response.ts';

/** What a message says that is neither a text nor the caption of a file; '' for one that says nothing. */
export function wordsOf(message: proto.IMessage): string {
  const card = cardOf(message);
  return card ? wordsOfCard(card) : answerOf(message) || placeOf(message.locationMessage) || adOf(message);
}

/** What somebody has tapped, or answered where there is no chat, reads as if it had been written. */
function answerOf(message: proto.IMessage): string {
  const { buttonsResponseMessage, listResponseMessage, templateButtonReplyMessage } = message;
  return (
    buttonsResponseMessage?.selectedDisplayText ||
    listResponseMessage?.title ||
    listResponseMessage?.description ||
    templateButtonReplyMessage?.selectedDisplayText ||
    answerOfFlow(message.interactiveResponseMessage) ||
    message.questionResponseMessage?.text ||
    message.statusQuestionAnswerMessage?.text ||
    message.statusQuotedMessage?.text ||
    wordsOfRich(message.richResponseMessage ?? {})
  );
}

/** The id behind what somebody has tapped; '' where nothing was. */
export function tapOf({
  buttonsResponseMessage,
  listResponseMessage,
  templateButtonReplyMessage,
  interactiveResponseMessage,
}: proto.IMessage): string {
  const { name, paramsJson } = interactiveResponseMessage?.nativeFlowResponseMessage ?? {};
  const answer = jsonOf(paramsJson);
  const id = isChoice(name, answer) ? answer.id : '';
  return (
    buttonsResponseMessage?.selectedButtonId ||
    listResponseMessage?.singleSelectReply?.selectedRowId ||
    templateButtonReplyMessage?.selectedId ||
    (typeof id === 'string' ? id : '')
  );
}

const FORMS = new Set(['flow', 'galaxy_message']);
const CHOICES = new Set(['menu_options', 'quick_reply', 'single_select']);
/** What programs say of a row or button that was chosen. */
const CHOICE_FIELDS = new Set(['id', 'title', 'display_text', 'description']);

/** Whether a row or button was chosen; a form may ask for a title, and for an id, too. */
function isChoice(name: Maybe<string>, fields: Json): boolean {
  if (FORMS.has(name ?? '')) return false;
  if (CHOICES.has(name ?? '')) return true;
  const isNamed = typeof fields.id === 'string' || typeof fields.display_text === 'string';
  return isNamed && Object.keys(fields).every((field) => CHOICE_FIELDS.has(field));
}

function answerOfFlow(answer: Maybe<proto.Message.IInteractiveResponseMessage>): string {
  const { name, paramsJson } = answer?.nativeFlowResponseMessage ?? {};
  const fields = jsonOf(paramsJson);
  const said = answer?.body?.text ?? '';
  if (isChoice(name, fields)) {
    const chosen = [fields.title, fields.display_text, fields.id].find((value) => typeof value === 'string');
    return said || String(chosen ?? '') || linesOfFields(fields);
  }
  const filled = linesOfFields(fields);
  // The words beside a form say that it was sent.
  return name && FORMS.has(name) ? filled || said : [said, filled].filter(Boolean).join('\n');
}

/** What came of a form whose fields cannot be read; '' for every other message. */
export const unreadFormOf = ({ interactiveResponseMessage: answer }: proto.IMessage): string =>
  unreadFields(answer?.nativeFlowResponseMessage?.paramsJson);

/** Somebody has clicked on an ad, and written nothing. */
function adOf({ extendedTextMessage }: proto.IMessage): string {
  const ad = extendedTextMessage?.contextInfo?.externalAdReply;
  return ad?.title || ad?.body || '';
}
