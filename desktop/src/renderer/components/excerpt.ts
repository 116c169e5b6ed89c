import { fold } from '@balcao/shared/text/fold.ts';

const BEFORE = 24;
const CHARS = 140;

/** The searched words. */
export const wordsOf = (search: string): string[] => search.match(/[\p{L}\p{N}]+/gu) ?? [];

/** The part of a text around the first of the words, in one line. */
export function excerpt(text: string, words: readonly string[]): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  // Letter by letter, so that an accent does not shift what follows it.
  const letters = [...line];
  const folded = letters.map(fold).join('');
  const places = words.map((word) => folded.indexOf(fold(word))).filter((place) => place >= 0);
  const start = Math.max(0, Math.min(...places, letters.length) - BEFORE);
  if (places.length === 0 || start === 0) return cut(letters, 0);
  return `…${cut(letters, start)}`;
}

const cut = (letters: string[], start: number) =>
  letters.slice(start, start + CHARS).join('') + (letters.length > start + CHARS ? '…' : '');

export interface Piece {
  /** The start of a piece, which is its key. */
  at: number;
  text: string;
  found: boolean;
}

/** A text in pieces, so that every word that was sought can be marked, whatever its accents. */
export function marked(text: string, words: readonly string[]): Piece[] {
  const sought = words.map(fold);
  const pieces: Piece[] = [];
  let at = 0;
  for (const token of text.split(/([\p{L}\p{M}\p{N}]+)/u)) {
    const folded = fold(token);
    const found = token !== '' && sought.some((word) => folded.startsWith(word));
    if (token) pieces.push({ at, text: token, found });
    at += token.length;
  }
  return pieces;
}
