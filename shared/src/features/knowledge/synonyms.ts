import { z } from 'zod';
import { stemsOf } from '../../text/stems.ts';
import { SYNONYM_CHARS, SYNONYMS_CHARS } from './limits.ts';

/** Words that mean the same to a company's customers: each meaning is a line, its words separated by commas. */
export const synonyms = z
  .string()
  .max(SYNONYMS_CHARS)
  .refine((text) => meaningsOf(text).flat().every(isShort))
  .transform((text) =>
    meaningsOf(text)
      .map((words) => words.join(', '))
      .join('\n'),
  );

const isShort = ({ length }: string) => length <= SYNONYM_CHARS;

const meaningsOf = (text: string): string[][] =>
  text
    .split('\n')
    .map((line) => line.split(',').flatMap((word) => word.trim() || []))
    .filter(({ length }) => length > 0);

/** Each meaning with its words, of each what it begins with, as in `stemsOf`. */
export type Meanings = readonly (readonly string[][])[];

export const readSynonyms = (text: string): Meanings =>
  meaningsOf(text).map((words) => words.map((word) => stemsOf(word, 1)).filter(({ length }) => length > 0));

/** The words that a question does not use, and others use for what it says. */
export function otherWordsFor(question: string, meanings: Meanings): string[][] {
  const said = new Set(stemsOf(question, 1));
  const isSaid = (stems: readonly string[]) => stems.every((stem) => said.has(stem));
  return meanings.flatMap((words) => (words.some(isSaid) ? words.filter((stems) => !isSaid(stems)) : []));
}
