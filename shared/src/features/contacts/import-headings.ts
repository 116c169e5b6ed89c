import { fold } from '../../text/fold.ts';
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import type { ColumnMeaning } from './import-columns.ts';
import pt from './pt.json' with { type: 'json' };

/** How columns of contacts are called, in our own files and in those of others. */

const TEXTS = { pt, en, es };

/** The columns of an export, and the text that heads each. */
const EXPORTED = [
  ['name', 'name'],
  ['number', 'number'],
  ['email', 'email'],
  ['pairs', 'extraInfo'],
  ['notes', 'notes'],
] as const;

/** The first columns of an export. */
export const exportHeadings = (language: keyof typeof TEXTS): string[] =>
  EXPORTED.map(([, text]) => TEXTS[language][text]);

/** The columns of an address book, whose cards have no headings: the first number is the one to write to. */
export function cardHeadings(language: keyof typeof TEXTS, numbers: number): string[] {
  const word = (key: `contacts:${CardColumn}`) => TEXTS[language][key.replace('contacts:', '') as CardColumn];
  return [
    word('contacts:name'),
    word('contacts:number'),
    word('contacts:email'),
    word('contacts:notes'),
    word('contacts:organization'),
    word('contacts:extension'),
    ...Array.from({ length: numbers - 1 }, (_, at) => `${word('contacts:number')} ${at + 2}`),
  ];
}

type CardColumn = 'name' | 'number' | 'email' | 'notes' | 'organization' | 'extension';

/** The names other programs use for them, as `plain` writes them. */
const OTHER_NAMES: Partial<Record<ColumnMeaning, readonly string[]>> = {
  name: [
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
  email: ['email', 'correo electronico', 'mail', 'e-mail 1 - value'],
};

const plain = (heading: string) => fold(heading).replaceAll('_', ' ').trim();
const line = (headings: readonly string[]) => headings.map(plain).join(';');

const languages = Object.values(TEXTS);
const MEANINGS: ReadonlyMap<string, ColumnMeaning> = new Map(
  EXPORTED.flatMap(([meaning, text]) =>
    [...languages.map((texts) => plain(texts[text])), ...(OTHER_NAMES[meaning] ?? [])].map(
      (name) => [name, meaning] as const,
    ),
  ),
);
const EXPORTS = languages.map((texts) => line(EXPORTED.map(([, text]) => texts[text])));
/** The leading columns of a report of rows that were left out. */
const REPORTS = languages.map(({ importRow, importProblem }) => line([importRow, importProblem]));

/** The leading columns of a report: they describe no contact. */
const reportWidth = (headings: readonly string[]) => (REPORTS.includes(line(headings.slice(0, 2))) ? 2 : 0);

/** A file of ours, or a report of one. */
export function isExport(headings: readonly string[]): boolean {
  const begin = reportWidth(headings);
  return EXPORTS.includes(line(headings.slice(begin, begin + EXPORTED.length)));
}

/** The probable meaning of the columns, each of our own once. A column without a heading is skipped. */
export function guessMeanings(headings: readonly string[]): ColumnMeaning[] {
  const begin = reportWidth(headings);
  const taken = new Set<ColumnMeaning>();
  return headings.map((heading, at) => {
    const name = plain(heading);
    if (name === '' || at < begin) return 'skip';
    const meaning = MEANINGS.get(name);
    if (!meaning || taken.has(meaning)) return 'extra';
    taken.add(meaning);
    return meaning;
  });
}
