import { SHORTCODE_MAX_CHARS } from '@balcao/shared/features/quick-messages/limits.ts';

/**
 * Words at the caret that request suggestions: `/bom dia` for quick replies, `:cora` for emoji, `{{na` for variables,
 * `@ana` for colleagues.
 */
export interface Trigger {
  kind: 'quick' | 'emoji' | 'variable' | 'mention';
  query: string;
  /** The positions of its mark and of the caret. */
  from: number;
  to: number;
}

/** The text before the caret is read this far: a shortcut, its slash and the blank before. */
const READ_CHARS = SHORTCODE_MAX_CHARS + 2;

/** Up to the end of the line: a shortcut may be several words. */
const QUICK = /(?:^|\s)(\/(?:[^\s](?:(?!\s\/)[^\n])*)?)$/u;
/** Two letters: `:` alone and `10:30` mean nothing. */
const EMOJI = /(?:^|\s)(:[\p{L}][\p{L}\p{N}_]+)$/u;
const VARIABLE = /(\{\{\s*[^{}\n]*)$/u;

/** A name and the beginning of the next. */
const MENTION = /(?:^|[\s(])(@(?:[^\s@]+(?: [^\s@]+)?)?)$/u;

const MARKS = [
  { kind: 'quick', pattern: QUICK, mark: /^\// },
  { kind: 'emoji', pattern: EMOJI, mark: /^:/ },
  { kind: 'mention', pattern: MENTION, mark: /^@/ },
  { kind: 'variable', pattern: VARIABLE, mark: /^\{\{\s*/ },
] as const;

/** The one that begins nearest to the caret: there may be an emoji behind a slash. */
export function findTrigger(text: string, caret: number): Trigger | null {
  const before = text.slice(Math.max(0, caret - READ_CHARS), caret);
  let nearest: Trigger | null = null;
  for (const { kind, pattern, mark } of MARKS) {
    const words = pattern.exec(before)?.[1];
    if (words === undefined) continue;
    const from = caret - words.length;
    if (!nearest || from > nearest.from) nearest = { kind, query: words.replace(mark, ''), from, to: caret };
  }
  return nearest;
}

/**
 * Whether it deserves an answer in any case. A colon and an @ are often no more than that, and words behind a slash are
 * the rest of a sentence.
 */
export const isQuestion = ({ kind, query }: Trigger): boolean =>
  kind === 'variable' || (kind === 'quick' && !/\s/.test(query));

/** The next variable from here on that has no value: the agent fills it in by hand. */
export function nextOpenPlace(
  text: string,
  from: number,
  fill: (text: string) => string,
): { from: number; to: number } | null {
  for (const { 0: place, index } of text.slice(from).matchAll(/\{\{[^{}\n]+\}\}/g))
    if (fill(place) === place) return { from: from + index, to: from + index + place.length };
  return null;
}
