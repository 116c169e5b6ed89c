/**
 * A word at the caret that requests suggestions: `/horario` for quick replies, `:cora` for emoji, `{{na` for variables.
 */
export interface Trigger {
  kind: 'quick' | 'emoji' | 'variable';
  query: string;
  /** The positions of its mark and of the caret. */
  from: number;
  to: number;
}

/** The text before the caret is read this far; a longer word requests nothing. */
const WORD_CHARS = 40;

const QUICK = /(?:^|\s)\/([^\s/]*)$/u;
/** Two letters: `:` alone and `10:30` mean nothing. */
const EMOJI = /(?:^|\s):([\p{L}][\p{L}\p{N}_]+)$/u;

const VARIABLE = /\{\{\s*([^{}\n]*)$/u;

export function findTrigger(text: string, caret: number): Trigger | null {
  const before = text.slice(Math.max(0, caret - WORD_CHARS), caret);
  const quick = QUICK.exec(before)?.[1];
  if (quick !== undefined) return { kind: 'quick', query: quick, from: caret - quick.length - 1, to: caret };
  const emoji = EMOJI.exec(before)?.[1];
  if (emoji !== undefined) return { kind: 'emoji', query: emoji, from: caret - emoji.length - 1, to: caret };
  const variable = VARIABLE.exec(before);
  if (variable)
    return { kind: 'variable', query: variable[1] ?? '', from: caret - variable[0].length, to: caret };
  return null;
}

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
