import type { MessageTemplate } from '../model/message-template.ts';

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

/** The template as the customer reads it. A blank without a parameter stays as it is. */
export function filledTemplate(template: Text, parameters: readonly string[]): string {
  const blanks = blanksOf(template);
  const fill = (part: Blank['part']) =>
    template[part].replaceAll(BLANK, (written, name: string) => {
      const place = blanks.findIndex((blank) => blank.part === part && blank.name === name);
      return parameters[place] || written;
    });
  return [fill('header'), fill('body'), template.footer].filter(Boolean).join('\n\n');
}
