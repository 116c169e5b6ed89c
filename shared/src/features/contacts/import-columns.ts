import { z } from 'zod';
import { CONTACT_FIELDS_MAX, CONTACT_NOTES_MAX, CONTACT_NUMBER, NAME } from '../../constants.ts';
import { type Country, isChosenName, withCallingCode } from '../../phone/phone.ts';

/**
 * The meaning of a file's column. `extra`: a pair of extra information, named by the column's heading; `pairs`: several
 * in one cell, as `writePairs` has them.
 */
export const COLUMN_MEANINGS = ['name', 'number', 'email', 'extra', 'pairs', 'notes', 'skip'] as const;
export type ColumnMeaning = (typeof COLUMN_MEANINGS)[number];

/** What a contact list has of its people. */
export const LIST_MEANINGS: readonly ColumnMeaning[] = ['name', 'number', 'email', 'skip'];

/**
 * Why a row was not taken over. `noNumber`: people without one come from other messengers, by writing; `rounded`: a spreadsheet has cut the number's last digits off (5,51199E+12); `duplicate`:
 * the number exists already, in the company or further up in the file.
 */
export const ROW_PROBLEMS = ['noNumber', 'number', 'rounded', 'name', 'email', 'duplicate'] as const;
export type RowProblem = (typeof ROW_PROBLEMS)[number];

/** Rows of one file, and cells of one row, that are read at most. */
export const IMPORT_LIMITS = {
  rows: 50_000,
  columns: 40,
  /** The longest notes. */
  cellChars: CONTACT_NOTES_MAX,
  bytes: 10 * 1024 * 1024,
} as const;

export interface ImportedContact {
  /** Empty when the row has none. */
  name: string;
  number: string;
  email: string;
  extraInfo: Pair[];
  notes: string;
}

interface Pair {
  name: string;
  value: string;
}

const EMAIL = z.email().max(254);
const ROUNDED = /^\d+([.,]\d+)?e\+?\d+$/i;

/** A pair needs a name: a column without a heading is called by its place. */
const nameOf = (heading: string | undefined, at: number) => heading?.trim() || `#${at + 1}`;

const inOneLine = (text: string) => text.replaceAll('\\', '\\\\').replaceAll(/\r\n?|\n/g, '\\n');
const asWritten = (text: string) =>
  text.replaceAll(/\\(.)/g, (_, mark: string) => (mark === 'n' ? '\n' : mark));

/** Extra information in one cell: `name: value`, one per line. */
export const writePairs = (pairs: readonly Pair[]): string =>
  pairs.map(({ name, value }) => `${inOneLine(name).replaceAll(':', '\\:')}: ${inOneLine(value)}`).join('\n');

const PAIR = /^((?:\\.|[^\\:]|:(?! |$))+):(?: (.*))?$/;

/** Reads the output of `writePairs`; a line without a name gets the column's. */
const readPairs = (cell: string, name: string): Pair[] =>
  cell
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, own, value = ''] = PAIR.exec(line) ?? [];
      return own?.trim() ? { name: asWritten(own), value: asWritten(value) } : { name, value: line };
    });

const cut = (text: string, most: number) => text.trim().slice(0, most).toWellFormed();

function extraInfoOf(cells: readonly string[], { headings, meanings }: ImportColumns): Pair[] {
  const pairs = meanings.flatMap((meaning, at) => {
    const value = cells[at]?.trim() ?? '';
    const name = nameOf(headings[at], at);
    if (meaning === 'pairs') return readPairs(value, name);
    return meaning === 'extra' && value ? [{ name, value }] : [];
  });
  return pairs
    .slice(0, CONTACT_FIELDS_MAX)
    .map(({ name, value }) => ({ name: cut(name, 100), value: cut(value, 1_000) }));
}

export interface ImportColumns {
  headings: readonly string[];
  meanings: readonly ColumnMeaning[];
  /** The country of numbers without country code. */
  country: Country | null;
}

/** A row as a contact, or what is wrong with it. A name that is but the number is none. */
export function readContact(cells: readonly string[], columns: ImportColumns): ImportedContact | RowProblem {
  const { meanings, country } = columns;
  const cell = (meaning: ColumnMeaning) => cells[meanings.indexOf(meaning)]?.trim() ?? '';
  if (cell('number') === '') return 'noNumber';
  if (ROUNDED.test(cell('number'))) return 'rounded';
  const number = withCallingCode(cell('number'), country);
  if (number.length < CONTACT_NUMBER.min || number.length > CONTACT_NUMBER.max) return 'number';
  const name = isChosenName(cell('name'), number) ? cell('name') : '';
  if (name && (name.length < NAME.min || name.length > NAME.max)) return 'name';
  const email = cell('email').toLowerCase();
  if (email && !EMAIL.safeParse(email).success) return 'email';
  return { name, number, email, extraInfo: extraInfoOf(cells, columns), notes: cell('notes') };
}
