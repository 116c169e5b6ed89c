import type { MessageType } from '../sync/entities.ts';

/** One line of a vCard that names its person. */
const VCARD_NAME = /^FN(?:;[^:]*)?:(.+)$/im;
const PREVIEW_CHARS = 250;

/**
 * The one line that a ticket shows of its newest message. Signs instead of words, because the row is the same for
 * people of every language.
 */
export function messagePreview(type: MessageType, body: string): string {
  const sign = PREVIEW_SIGNS[type];
  return [sign, describe(type, body)].filter(Boolean).join(' ').slice(0, PREVIEW_CHARS);
}

/** Where a console has an icon of its own, it puts that in the place of the sign. */
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
  if (type === 'vcard') return VCARD_NAME.exec(body)?.[1]?.trim() ?? '';
  // The body says only which kind of call.
  if (type === 'call_log') return '';
  // The body is `image | link | description`.
  if (type === 'locationMessage') return body.split('|').slice(2).join('|').trim();
  return body.replaceAll(/\s+/g, ' ').trim();
}
