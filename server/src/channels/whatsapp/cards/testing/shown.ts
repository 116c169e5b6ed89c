import { type MessageCard, messageCard } from '@balcao/shared/features/messages/card.ts';
import { proto } from '@whiskeysockets/baileys';
import { storedContent } from '../../../../conversation/stored-content.ts';
import { contentOf } from '../../content.ts';

/** What a card shows, without what it leaves empty. */
export const shownOf = (card: MessageCard) =>
  Object.fromEntries(
    Object.entries(card).filter(([, value]) => value !== null && value !== '' && !isEmpty(value)),
  );
const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;

export const brl = (amount: number) => ({ amount, currency: 'BRL' });

const KEY = { remoteJid: '5511900000000@s.whatsapp.net', id: 'A1', fromMe: false };

/** As it comes over the wire. */
export const received = (message: object) =>
  proto.WebMessageInfo.decode(
    proto.WebMessageInfo.encode(proto.WebMessageInfo.fromObject({ key: KEY, message })).finish(),
  ) as Parameters<typeof contentOf>[0];

/** What is stored of a message: the line of its ticket, its words, and what its card shows besides nothing. */
export function stored(message: object) {
  const content = contentOf(received(message));
  if (!content) throw new Error('shows nothing');
  const { mediaType, body, preview, card } = storedContent(content);
  if (card) messageCard.parse(card);
  return { mediaType, body, preview, card: card && shownOf(card) };
}

/** A message with a button of this kind, whose fields are JSON. */
export const flow = (name: string, parameters: unknown) => ({
  interactiveMessage: {
    body: { text: 'Pague aqui' },
    nativeFlowMessage: { buttons: [{ name, buttonParamsJson: JSON.stringify(parameters) }] },
  },
});
