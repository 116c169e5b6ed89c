import { type Piece, parseRichText } from '@balcao/shared/text/rich-text.ts';
import { linkPieces, type Mark, toWhatsApp } from '@balcao/shared/text/whatsapp-text.ts';
import type { TelegramEntity } from './updates.ts';

/** A part of a text that looks otherwise, in UTF-16 units, as Telegram and JavaScript count. */
export interface Entity {
  type: string;
  offset: number;
  length: number;
}

const TYPES = { bold: 'bold', italic: 'italic', strike: 'strikethrough' } as const;
/** Telegram leaves out what comes after so many. */
const MAX_ENTITIES = 100;

/**
 * A text of ours as Telegram takes it: the words, and beside them how they look. Nothing in them is markup, so nothing
 * that somebody wrote can become any.
 */
export function withEntities(text: string): { text: string; entities: Entity[] } {
  const entities: Entity[] = [];
  let words = '';
  const add = (pieces: readonly Piece[]) => {
    for (const piece of pieces) {
      const offset = words.length;
      if ('pieces' in piece) add(piece.pieces);
      else words += piece.text;
      const type = typeOf(piece);
      if (type) entities.push({ type, offset, length: words.length - offset });
    }
  };
  add(parseRichText(text));
  // Signs around nothing are all there is.
  if (words.trim() === '') return { text, entities: [] };
  return { text: words, entities: entities.slice(0, MAX_ENTITIES) };
}

function typeOf(piece: Piece): string | null {
  if (piece.type === 'text' || piece.type === 'link') return null;
  if (piece.type === 'code') return piece.text.includes('\n') ? 'pre' : 'code';
  return TYPES[piece.type];
}

const MARKS: Record<string, Mark> = {
  bold: 'bold',
  italic: 'italic',
  strikethrough: 'strike',
  code: 'code',
  pre: 'code',
};

/** A customer's text with our marks where Telegram shows them; the address behind words stands after them. */
export function withMarks(text: string, entities: readonly TelegramEntity[]): string {
  const shown = entities
    .slice(0, MAX_ENTITIES)
    .filter(({ type, url }) => MARKS[type] !== undefined || (type === 'text_link' && url))
    .map(({ offset, length, ...rest }) => ({ ...rest, from: offset, to: offset + length }))
    .filter(({ from, to }) => from >= 0 && from < to && to <= text.length);
  const edges = new Set([0, text.length, ...shown.flatMap(({ from, to }) => [from, to])]);
  const places = [...edges].toSorted((a, b) => a - b);
  const pieces = places.slice(1).flatMap((to, index) => {
    const from = places[index] ?? 0;
    const around = shown.filter((entity) => entity.from <= from && to <= entity.to);
    const words = [{ text: text.slice(from, to), marks: around.flatMap(({ type }) => MARKS[type] ?? []) }];
    const link = around.find(({ url, to: end }) => url && end === to);
    return link?.url ? linkPieces(words, link.url) : words;
  });
  return shown.length > 0 ? toWhatsApp(pieces) : text;
}
