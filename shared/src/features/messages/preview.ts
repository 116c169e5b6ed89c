import { vcardName } from '../contacts/vcard/read-vcards.ts';
import type { CardKind } from './card.ts';
import type { MessageType } from './row.ts';

const PREVIEW_CHARS = 250;

/**
 * The one line that a ticket shows of its newest message. Signs instead of words, because the row is the same for
 * people of every language.
 */
export function messagePreview(type: MessageType, body: string, card: CardKind | null = null): string {
  const sign = PREVIEW_SIGNS[card ?? type];
  return [sign, describe(type, body)].filter(Boolean).join(' ').slice(0, PREVIEW_CHARS);
}

/**
 * Instead, of one that was deleted for everybody. With the selector for plain text, which no customer's keyboard
 * writes.
 */
export const DELETED_LINE = '🚫\uFE0E';

/** The part of a message that the list shows. */
interface Told {
  mediaType: MessageType;
  cardKind: CardKind | null;
  body: string;
  fromMe: boolean;
  isDeleted: boolean;
  /** The name of its file. */
  name: string | null;
}

/** The line of a message that was changed after it was written. */
export const changedLine = ({ mediaType, cardKind, body, fromMe, isDeleted, name }: Told): string =>
  isDeleted ? DELETED_LINE : messagePreview(mediaType, body || (fromMe && name) || '', cardKind);

/** What a line can be about. */
export type PreviewKind = MessageType | CardKind;

/**
 * A console with its own icon shows it instead of the sign. Those of cards have the selector for plain text, so that what a
 * customer begins with the same sign is no card.
 */
export const PREVIEW_SIGNS: Record<PreviewKind, string> = {
  chat: '',
  image: '📷',
  audio: '🎤',
  video: '🎬',
  application: '📄',
  sticker: '🖼️',
  locationMessage: '📍',
  vcard: '👤',
  call_log: '📞',
  poll: '📊',
  unsupported: '❔',
  note: '📝',
  event: 'ℹ️',
  buttons: '🔘\uFE0E',
  list: '📋\uFE0E',
  template: '📢\uFE0E',
  order: '🛒\uFE0E',
  product: '🛍\uFE0E',
  pix: '💠\uFE0E',
  payment: '💸\uFE0E',
  paymentRequest: '💰\uFE0E',
  paymentDeclined: '⛔\uFE0E',
  paymentCancelled: '❌\uFE0E',
  paymentInvite: '💳\uFE0E',
  invoice: '🧾\uFE0E',
  appointment: '📅\uFE0E',
  cancelledAppointment: '🗑\uFE0E',
  scheduledCall: '⏰\uFE0E',
  phoneCall: '☎\uFE0E',
  videoCall: '📹\uFE0E',
  groupInvite: '👥\uFE0E',
  channelInvite: '📡\uFE0E',
  stickerPack: '🎁\uFE0E',
  animatedSticker: '🎨\uFE0E',
  pollResult: '📈\uFE0E',
  numberRequest: '🔢\uFE0E',
  story: '📸\uFE0E',
  arrival: '👋\uFE0E',
  mail: '✉\uFE0E',
};

function describe(type: MessageType, body: string): string {
  if (type === 'event') return '';
  if (type === 'vcard') return vcardName(body);
  // The body holds only the kind of call.
  if (type === 'call_log') return '';
  // The body is `image | link | description`.
  if (type === 'locationMessage') return body.split('|').slice(2).join('|').trim();
  return body.replaceAll(/\s+/g, ' ').trim();
}
