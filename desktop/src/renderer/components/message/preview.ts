import { readVcards, wholeNumber } from '@balcao/shared/features/contacts/vcard/read-vcards.ts';
import { CARD_KINDS, type CardKind } from '@balcao/shared/features/messages/card.ts';
import {
  DELETED_LINE,
  messagePreview,
  PREVIEW_SIGNS,
  type PreviewKind,
} from '@balcao/shared/features/messages/preview.ts';
import { MESSAGE_TYPES, type MessageType } from '@balcao/shared/features/messages/row.ts';

/** One line about a message: its kind, and its text, which may be missing. */
export interface Preview {
  type: PreviewKind | 'deleted';
  text: string;
}

/** A file that waits in this console shows its name until the server has made the line. */
const FILE_NAMES: readonly [MessageType, RegExp][] = [
  ['image', /^[^\n/]+\.(jpe?g|png|webp|gif|heic)$/i],
  ['audio', /^[^\n/]+\.(ogg|oga|opus|mp3|m4a|wav|aac)$/i],
  ['video', /^[^\n/]+\.(mp4|3gp|mov|webm|mkv)$/i],
];

const SIGNED_KINDS = [...MESSAGE_TYPES, ...CARD_KINDS].filter((type) => PREVIEW_SIGNS[type] !== '');

/** Takes a ticket's last line apart again: the sign of its kind, which becomes an icon, and the words. */
export function previewOfLine(line: string): Preview {
  if (line === DELETED_LINE) return { type: 'deleted', text: '' };
  const signed = SIGNED_KINDS.find((type) => line.startsWith(PREVIEW_SIGNS[type]));
  if (signed) return { type: signed, text: line.slice(PREVIEW_SIGNS[signed].length).trim() };
  const file = FILE_NAMES.find(([, pattern]) => pattern.test(line));
  return file ? { type: file[0], text: '' } : { type: 'chat', text: line };
}

export const previewOfMessage = (type: MessageType, body: string, card: CardKind | null): Preview =>
  previewOfLine(messagePreview(type, body, card));

export interface Location {
  /** A small map as a data address, or null. */
  image: string | null;
  link: string;
  description: string;
}

/** Null when the text does not have the form of a location. */
export function parseLocation(body: string): Location | null {
  const [image = '', link = '', ...rest] = body.split('|').map((part) => part.trim());
  if (!/^https?:\/\/\S+$/i.test(link)) return null;
  if (image && !/^data:image\/(png|jpe?g|webp);base64,/i.test(image)) return null;
  return { image: image || null, link, description: rest.join(' | ') };
}

export interface ContactCard {
  name: string;
  /** Each once. */
  numbers: string[];
  /** Numbers that are not shown. */
  more: number;
}

/** A message may hold thousands of numbers; a bubble shows so many of them. */
const MAX_CARDS = 20;
const MAX_NUMBERS = 5;
const MAX_CHARS = 100;

export function contactCards(body: string): ContactCard[] {
  const cards: ContactCard[] = [];
  for (const { name, phones } of readVcards(body)) {
    const numbers = [...new Set(phones.map((phone) => wholeNumber(phone).slice(0, MAX_CHARS)))];
    cards.push({
      name: name.slice(0, MAX_CHARS),
      numbers: numbers.slice(0, MAX_NUMBERS),
      more: Math.max(0, numbers.length - MAX_NUMBERS),
    });
    if (cards.length === MAX_CARDS) break;
  }
  return cards;
}
