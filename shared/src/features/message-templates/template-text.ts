import type { MessageTemplate, TemplateChoice } from './row.ts';

type Text = Pick<MessageTemplate, 'header' | 'body' | 'footer'>;

/** A place of a template that whoever sends it fills. */
export type Blank = {
  part: 'header' | 'body';
  /** A number, or a word in lower case; each part counts for itself. */
  name: string;
};

const BLANK = /\{\{\s*(\w+)\s*\}\}/g;
const PARTS = ['header', 'body'] as const;

/** Each blank once, the header's first: numbered ones by their number, named ones as they are read. */
export const blanksOf = (template: Text): Blank[] =>
  PARTS.flatMap((part) => namesIn(template[part]).map((name) => ({ part, name })));

function namesIn(text: string): string[] {
  const names = [...new Set([...text.matchAll(BLANK)].map(([, name = '']) => name))];
  return names.every(isNumbered) ? names.sort((one, other) => Number(one) - Number(other)) : names;
}

/** Whether a blank is known by its place, and not by a name. */
export const isNumbered = (name: string): boolean => /^\d+$/.test(name);

/** What fills a blank is one line, without gaps: messengers refuse anything else. */
export const asParameter = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Messengers take no empty one. */
export const NO_PARAMETER = '-';

/** The same of a text whose variables somebody has filled in. */
export const asWholeParameter = (text: string): string => asParameter(text) || NO_PARAMETER;

/** A piece of a template: words, or the blank at this place of `blanksOf`, as it is written there. */
export type TemplatePiece = { text: string } | { place: number; written: string };

/** The template taken apart, in the order in which it is read. */
export function piecesOf(template: Text): TemplatePiece[] {
  const blanks = blanksOf(template);
  const placeOf = (part: Blank['part'], name: string) =>
    blanks.findIndex((blank) => blank.part === part && blank.name === name);
  const parts = PARTS.flatMap((part) => {
    const pieces: TemplatePiece[] = [];
    let from = 0;
    for (const { 0: written, 1: name = '', index } of template[part].matchAll(BLANK)) {
      pieces.push({ text: template[part].slice(from, index) }, { place: placeOf(part, name), written });
      from = index + written.length;
    }
    pieces.push({ text: template[part].slice(from) });
    return template[part] === '' ? [] : [pieces];
  });
  const all = template.footer === '' ? parts : [...parts, [{ text: template.footer }]];
  return all
    .flatMap((pieces, at) => (at === 0 ? pieces : [{ text: '\n\n' }, ...pieces]))
    .filter((piece) => !('text' in piece) || piece.text !== '');
}

/** The template as the customer reads it. A blank without a parameter stays as it is. */
export const filledTemplate = (template: Text, parameters: readonly string[]): string =>
  piecesOf(template)
    .map((piece) => ('text' in piece ? piece.text : parameters[piece.place] || piece.written))
    .join('');

/** A template as it leaves: with what it was filled with, and where that goes, whatever becomes of it meanwhile. */
export type QueuedTemplate = TemplateChoice & { blanks: Blank[] };

export const queuedTemplate = (template: MessageTemplate, parameters: string[]): QueuedTemplate => ({
  name: template.name,
  language: template.language,
  parameters,
  blanks: blanksOf(template),
});
