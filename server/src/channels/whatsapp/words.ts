import type { proto } from '@whiskeysockets/baileys';
import type { Maybe } from '../card-parts.ts';
import { wordsOfCard } from '../card-words.ts';
import { linesOfFields } from '../flow-answer.ts';
import { jsonOf } from '../json.ts';
import { placeOf } from './cards/business.ts';
import { cardOf } from './cards/card.ts';

/** Nobody reads more. */
const MAX_ENTRIES = 50;

/** What a message says that is neither a text nor the caption of a file; '' for one that says nothing. */
export function wordsOf(message: proto.IMessage): string {
  const card = cardOf(message);
  return card ? wordsOfCard(card) : answerOf(message) || placeOf(message.locationMessage) || adOf(message);
}

/** What somebody has tapped, or answered where there is no chat, reads as if it had been written. */
function answerOf(message: proto.IMessage): string {
  const { buttonsResponseMessage, listResponseMessage, templateButtonReplyMessage, richResponseMessage } =
    message;
  return (
    buttonsResponseMessage?.selectedDisplayText ||
    listResponseMessage?.title ||
    listResponseMessage?.description ||
    templateButtonReplyMessage?.selectedDisplayText ||
    answerOfFlow(message.interactiveResponseMessage) ||
    message.questionResponseMessage?.text ||
    message.statusQuestionAnswerMessage?.text ||
    message.statusQuotedMessage?.text ||
    lines(
      ...(richResponseMessage?.submessages ?? []).slice(0, MAX_ENTRIES).map(({ messageText }) => messageText),
    )
  );
}

/** The id behind what somebody has tapped; '' where nothing was. */
export function tapOf({
  buttonsResponseMessage,
  listResponseMessage,
  templateButtonReplyMessage,
  interactiveResponseMessage,
}: proto.IMessage): string {
  const { id } = jsonOf(interactiveResponseMessage?.nativeFlowResponseMessage?.paramsJson);
  return (
    buttonsResponseMessage?.selectedButtonId ||
    listResponseMessage?.singleSelectReply?.selectedRowId ||
    templateButtonReplyMessage?.selectedId ||
    (typeof id === 'string' ? id : '')
  );
}

const FORMS = new Set(['flow', 'galaxy_message']);

function answerOfFlow(answer: Maybe<proto.Message.IInteractiveResponseMessage>): string {
  if (!answer) return '';
  const { name, paramsJson } = answer.nativeFlowResponseMessage ?? {};
  const fields = jsonOf(paramsJson);
  // What was filled in stands in the fields: the words beside a form say that it was sent.
  if (name && FORMS.has(name)) return linesOfFields(fields) || answer.body?.text || '';
  if (answer.body?.text) return answer.body.text;
  const chosen = [fields.title, fields.display_text, fields.id].find((value) => typeof value === 'string');
  if (chosen) return String(chosen);
  return linesOfFields(fields);
}

/** Somebody has clicked on an ad, and written nothing. */
function adOf({ extendedTextMessage }: proto.IMessage): string {
  const ad = extendedTextMessage?.contextInfo?.externalAdReply;
  return ad?.title || ad?.body || '';
}

const lines = (...parts: Maybe<string>[]): string => parts.filter(Boolean).join('\n');
