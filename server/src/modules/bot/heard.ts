import { fold } from '@balcao/shared/text/fold.ts';

/** What a customer's message means to a menu. */
export type Heard =
  /** `#` alone. */
  | { kind: 'mainMenu' }
  /** `0` alone. */
  | { kind: 'back' }
  /** Words, folded: without case, accents and signs. */
  | { kind: 'words'; words: string; number: number | null }
  /** What stands in the menu that the customer was shown last, with the name that it had there. */
  | { kind: 'tap'; id: number; name: string }
  /** Something of an earlier menu, of one that was answered already, or of none. */
  | { kind: 'passed' }
  /** A picture, a voice note, a place …; no menu understands it. */
  | { kind: 'other' };

/** Written as one sign, which would read as "no". */
const NUMBER_SIGN = /(?<!\p{L})n[º°]\s*(?=\d)/giu;
/** Digits in a box (a digit, a selector and U+20E3) are digits. */
const KEYCAP = /\u{FE0F}?\u{20E3}/gu;
/** What people put around a number: `1)`, `[ 1 ]`, `*1*`, `1.` */
const AROUND = /^[\s[\](){}*_~.,:;!?¡¿ºª°-]+|[\s[\](){}*_~.,:;!?¡¿ºª°-]+$/g;
/** No menu has more lines than four digits count. */
const NUMBER = /^\d{1,4}$/;

/** @param text null for a message that is no text */
export function hear(text: string | null): Heard {
  if (text === null) return { kind: 'other' };
  const plain = text.replaceAll(NUMBER_SIGN, 'numero ').normalize('NFKC').replaceAll(KEYCAP, '').trim();
  if (plain === '#') return { kind: 'mainMenu' };
  const inner = plain.replaceAll(AROUND, '');
  if (inner === '0') return { kind: 'back' };
  return { kind: 'words', words: fold(inner), number: NUMBER.test(inner) ? Number(inner) : null };
}

/** A name as words are heard. */
export const plainName = (name: string): string => fold(name.normalize('NFKC').replaceAll(AROUND, ''));

/** One line for all that means the same, to notice what comes again and again. */
export const keyOf = (heard: Heard): string =>
  heard.kind === 'words'
    ? `words ${heard.words.slice(0, 200)}`
    : heard.kind === 'tap'
      ? `tap ${heard.id}`
      : heard.kind;
