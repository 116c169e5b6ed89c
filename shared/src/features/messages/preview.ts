import { vcardName } from '../contacts/vcard/read-vcards.ts';
import type { MessageType } from './row.ts';

const PREVIEW_CHARS = 250;

/**
 * The one line that a ticket shows of its newest message. Signs instead of words, because the row is the same for
 * people of every language.
 */
export function messagePreview(type: MessageType, body: string): string {
  const sign = PREVIEW_SIGNS[type];
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
  body: string;
  fromMe: boolean;
  isDeleted: boolean;
  /** The name of its file. */
  name: string | null;
}

/** The line of a message that was changed after it was written. */
export const changedLine = ({ mediaType, body, fromMe, isDeleted, name }: Told): string =>
  isDeleted ? DELETED_LINE : messagePreview(mediaType, body || (fromMe && name) || '');

/** A console with its own icon shows it instead of the sign. */
export const PREVIEW_SIGNS: Record<MessageType, string> = {
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
