import { z } from 'zod';
import { CONTACT_NUMBER, NAME } from '../constants.ts';
import { fold } from './fold.ts';
import { type Country, isChosenName, withCallingCode } from './phone.ts';

/** What a column of a file becomes. `extra`: a pair of extra information, named by the column's heading. */
export const COLUMN_MEANINGS = ['name', 'number', 'email', 'extra', 'skip'] as const;
export type ColumnMeaning = (typeof COLUMN_MEANINGS)[number];

/**
 * Why a row was not taken over. `rounded`: a spreadsheet has cut the number's last digits off (5,51199E+12); `duplicate`:
 * somebody has this number, here or further up in the file.
 */
export const ROW_PROBLEMS = ['number', 'rounded', 'name', 'email', 'duplicate'] as const;
export type RowProblem = (typeof ROW_PROBLEMS)[number];

/** Rows of one file, and cells of one row, that are read at most. */
export const IMPORT_LIMITS = {
  rows: 50_000,
  columns: 40,
  cellChars: 1_000,
  bytes: 10 * 1024 * 1024,
} as const;

/** Headings in Portuguese, English and Spanish, as `plain` writes them. */
const HEADINGS: Record<'name' | 'number' | 'email', readonly string[]> = {
  name: [
    'nome',
    'name',
    'nombre',
    'contato',
    'contact',
    'contacto',
    'cliente',
    'customer',
    'nome completo',
    'full name',
    'nombre completo',
    'razao social',
    'display name',
  ],
  number: [
    'numero',
    'number',
    'telefone',
    'phone',
    'telefono',
    'celular',
    'mobile',
    'movil',
    'whatsapp',
    'fone',
    'tel',
    'phone number',
    'numero de telefone',
    'numero de telefono',
    'phone 1 - value',
  ],
  email: ['email', 'e-mail', 'correo', 'correo electronico', 'mail', 'e-mail 1 - value'],
};

const plain = (heading: string) => fold(heading).replaceAll('_', ' ').trim();

/** What an export begins with. */
export const EXPORT_HEADINGS = ['name', 'number', 'email', 'extraInfo', 'notes'] as const;

/** What a report of rows that were left out has in front, in each language. */
const REPORT_HEADINGS = ['linha,motivo', 'row,reason', 'fila,motivo'];

/** Columns that a report has in front. */
const reportWidth = (headings: readonly string[]) =>
  REPORT_HEADINGS.includes(headings.slice(0, 2).map(plain).join()) ? 2 : 0;

/** A file of ours, or a report of one. */
export const isExport = (headings: readonly string[]): boolean =>
  headings.slice(reportWidth(headings)).map(plain).join() === EXPORT_HEADINGS.map(plain).join();

/** Our own columns that are no information about anybody, or several at once. */
function isOurs(headings: readonly string[], at: number): boolean {
  const begin = reportWidth(headings);
  return at < begin || (isExport(headings) && at >= begin + EXPORT_HEADINGS.indexOf('extraInfo'));
}

/** What the columns probably are; each of name, number and e-mail once. A column without a heading is skipped. */
export function guessMeanings(headings: readonly string[]): ColumnMeaning[] {
  const taken = new Set<ColumnMeaning>();
  return headings.map((heading, at) => {
    const name = plain(heading);
    if (name === '' || isOurs(headings, at)) return 'skip';
    for (const [meaning, names] of Object.entries(HEADINGS) as [keyof typeof HEADINGS, readonly string[]][]) {
      if (taken.has(meaning) || !names.includes(name)) continue;
      taken.add(meaning);
      return meaning;
    }
    return 'extra';
  });
}

export interface ImportedContact {
  /** Empty when the row says none. */
  name: string;
  number: string;
  email: string;
  extraInfo: { name: string; value: string }[];
}

const EMAIL = z.email().max(254);
const ROUNDED = /^\d+([.,]\d+)?e\+?\d+$/i;

/** A pair needs a name: a column without a heading is called by its place. */
const nameOf = (heading: string | undefined, at: number) =>
  heading?.trim().slice(0, 100).toWellFormed() || `#${at + 1}`;

export interface ImportColumns {
  headings: readonly string[];
  meanings: readonly ColumnMeaning[];
  /** Whose numbers may stand there without country code. */
  country: Country | null;
}

/** A row as a contact, or what is wrong with it. A name that is but the number is none. */
export function readContact(
  cells: readonly string[],
  { headings, meanings, country }: ImportColumns,
): ImportedContact | RowProblem {
  const cell = (meaning: ColumnMeaning) => cells[meanings.indexOf(meaning)]?.trim() ?? '';
  if (ROUNDED.test(cell('number'))) return 'rounded';
  const number = withCallingCode(cell('number'), country);
  if (number.length < CONTACT_NUMBER.min || number.length > CONTACT_NUMBER.max) return 'number';
  const name = isChosenName(cell('name'), number) ? cell('name') : '';
  if (name && (name.length < NAME.min || name.length > NAME.max)) return 'name';
  const email = cell('email').toLowerCase();
  if (email && !EMAIL.safeParse(email).success) return 'email';
  const extraInfo = meanings.flatMap((meaning, at) => {
    const value = cells[at]?.trim() ?? '';
    return meaning === 'extra' && value ? [{ name: nameOf(headings[at], at), value }] : [];
  });
  return { name, number, email, extraInfo };
}
