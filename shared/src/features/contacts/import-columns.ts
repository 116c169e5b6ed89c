import { z } from 'zod';
import type { Country } from '../../phone/countries.ts';
import { isChosenName } from '../../phone/digits.ts';
import { standInsForName } from './import-headings.ts';
import type { ColumnMeaning, RowProblem } from './import-meanings.ts';
import { isRounded, type RowNumbers, readNumbers } from './import-numbers.ts';
import { CONTACT_FIELDS_MAX, CONTACT_NAME } from './limits.ts';

export interface ImportedContact {
  /** Empty when the row has none. */
  name: string;
  /** Empty for whoever has an e-mail alone. */
  number: string;
  email: string;
  extraInfo: Pair[];
  notes: string;
}

interface Pair {
  name: string;
  value: string;
}

/** Of extra information. */
const MAX_VALUE_CHARS = 1_000;
const EMAIL = z.email().max(254);

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

function extraInfoOf(
  cells: readonly string[],
  { headings, meanings }: ImportColumns,
  numbers: RowNumbers,
  [, ...emails]: readonly string[],
  standIn: number | undefined,
): Pair[] {
  const pairs = meanings.flatMap((meaning, at) => {
    const value = cells[at]?.trim() ?? '';
    const name = nameOf(headings[at], at);
    if (meaning === 'pairs') return readPairs(value, name);
    if (meaning === 'number') return furtherNumbers(numbers, at).map((one) => ({ name, value: one }));
    if (meaning === 'email') return emails.map((one) => ({ name, value: one }));
    return meaning === 'extra' && value && at !== standIn ? [{ name, value }] : [];
  });
  return pairs
    .slice(0, CONTACT_FIELDS_MAX)
    .map(({ name, value }) => ({ name: cut(name, 100), value: cut(value, MAX_VALUE_CHARS) }));
}

/** What a column has besides the number to write to. */
function furtherNumbers({ chosen, others }: RowNumbers, at: number): string[] {
  const extension = chosen?.at === at && chosen.extension ? [chosen.extension] : [];
  const further = others.filter((one) => one.at === at);
  return [...extension, ...further.map((one) => `${one.written} ${one.extension}`.trim())];
}

export interface ImportColumns {
  headings: readonly string[];
  meanings: readonly ColumnMeaning[];
  /** The country of numbers without country code. */
  country: Country | null;
}

/**
 * A row as a contact, or what is wrong with it. A name that is but the number is none; what is longer than names are is
 * kept whole among the extra information.
 */
export function readContact(cells: readonly string[], columns: ImportColumns): ImportedContact | RowProblem {
  const { meanings } = columns;
  const cell = (meaning: ColumnMeaning) => cells[meanings.indexOf(meaning)]?.trim() ?? '';
  const numbers = readNumbers(cells, columns);
  const emails = emailsOf(cell('email'));
  const problem = numbers.chosen ? null : problemOf(cells.filter((_, at) => meanings[at] === 'number'));
  if (problem && (problem !== 'noNumber' || emails.length === 0)) return problem;
  const number = numbers.chosen?.number ?? '';
  const own = nameIn(cells, columns);
  const standIn = own || !meanings.includes('name') ? undefined : standInFor(cells, columns);
  const said = standIn === undefined ? own : (cells[standIn]?.trim() ?? '');
  const name = isChosenName(said, number) ? said : '';
  if (name && (name.length < CONTACT_NAME.min || name.length > MAX_VALUE_CHARS)) return 'name';
  const [email = ''] = emails;
  if (email && !EMAIL.safeParse(email).success) return 'email';
  const extraInfo = extraInfoOf(cells, columns, numbers, emails, standIn);
  if (name.length > CONTACT_NAME.max) {
    const at = standIn ?? meanings.indexOf('name');
    extraInfo.unshift({ name: cut(nameOf(columns.headings[at], at), 100), value: name });
  }
  return {
    name: cut(name, CONTACT_NAME.max),
    number,
    email,
    extraInfo: extraInfo.slice(0, CONTACT_FIELDS_MAX),
    notes: cell('notes'),
  };
}

/** Why cells that should have numbers have none. */
function problemOf(cells: readonly string[]): RowProblem {
  if (cells.every((cell) => cell.trim() === '')) return 'noNumber';
  return cells.some(isRounded) ? 'rounded' : 'number';
}

const LAST_NAME = /last|family|surname|sobrenome|apellido|apelido|fam[ií]lia/i;

/** The parts of a name, the last names behind the others wherever their columns are. */
function nameIn(cells: readonly string[], { headings, meanings }: ImportColumns): string {
  const columns = [...meanings.keys()].filter((at) => meanings[at] === 'name');
  const isLast = (at: number) => LAST_NAME.test(headings[at] ?? '');
  const ordered = [...columns.filter((at) => !isLast(at)), ...columns.filter(isLast)];
  const parts = ordered.map((at) => cells[at]?.trim() ?? '');
  return parts.filter(Boolean).join(' ');
}

/** The column by which somebody without a name is called. */
const standInFor = (cells: readonly string[], { headings }: ImportColumns): number | undefined =>
  standInsForName(headings).find((at) => cells[at]?.trim());

/** Address books write several into one cell. */
const emailsOf = (cell: string): string[] =>
  cell
    .toLowerCase()
    .split(/:::|[;,]/)
    .map((one) => one.trim())
    .filter(Boolean);
