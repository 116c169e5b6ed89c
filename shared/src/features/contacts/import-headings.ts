import { fold } from '../../text/fold.ts';
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import type { ColumnMeaning } from './import-meanings.ts';
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
  ],
  email: [
    'email',
    'correo electronico',
    'mail',
    'e-mail 1 - value',
    'e-mail address',
    'email address',
    'endereco de email',
    'endereco de e-mail',
    'direccion de correo electronico',
  ],
  notes: ['observacoes', 'observaciones'],
};

/** Names that are whole, whatever stands beside them. */
const FULL_NAMES = ['nome completo', 'full name', 'nombre completo', 'display name', 'razao social'];
const FIRST_NAMES = ['first name', 'given name', 'primeiro nome', 'nome proprio', 'primer nombre'];
const FURTHER_NAMES = [
  ...['middle name', 'additional name', 'last name', 'family name', 'surname'],
  ...['segundo nome', 'nome do meio', 'sobrenome', 'ultimo nome'],
  ...['segundo nombre', 'apellido', 'apellidos', 'primer apellido', 'segundo apellido'],
];

/** The telephones of address books, of which one person has several: Outlook's, with or without a figure behind. */
const PHONES = [
  ...['mobile phone', 'cell phone', 'primary phone', 'business phone', 'work phone', 'company main phone'],
  ...['home phone', 'other phone', 'car phone'],
  ...['telefone celular', 'telefone movel', 'telemovel', 'telefone principal', 'telefone comercial'],
  ...['telefone do trabalho', 'telefone principal da empresa', 'telefone residencial', 'outro telefone'],
  ...[
    'telefone do carro',
    'telefono movil',
    'telefono celular',
    'telefono principal',
    'telefono del trabajo',
  ],
  ...[
    'telefono de la empresa',
    'telefono particular',
    'particular',
    'otro telefono',
    'telefono del automovil',
  ],
];
const GOOGLE_PHONE = /^phone \d+ - value$/;
/** What Google writes about the columns beside it, and about itself. */
const GOOGLE_SKIPPED = /^(photo|labels|group membership|.* - (label|type))$/;

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

/**
 * The probable meaning of the columns, each of our own once, but for the parts of a name and the telephones of address
 * books. A column without a heading is skipped.
 */
export function guessMeanings(headings: readonly string[]): ColumnMeaning[] {
  const begin = reportWidth(headings);
  const names = headings.map((heading, at) => (at < begin ? '' : plain(heading)));
  const partOfName = hasWholeName(names) ? 'skip' : 'name';
  const isGoogle = names.some((name) => GOOGLE_PHONE.test(name));
  const taken = new Set<ColumnMeaning>();
  return names.map((name) => {
    if (name === '' || (isGoogle && GOOGLE_SKIPPED.test(name))) return 'skip';
    if (isPartOfName(name)) return partOfName;
    if (isPhone(name)) return 'number';
    const meaning = MEANINGS.get(name);
    if (!meaning || taken.has(meaning)) return 'extra';
    taken.add(meaning);
    return meaning;
  });
}

const isPartOfName = (name: string): boolean => FIRST_NAMES.includes(name) || FURTHER_NAMES.includes(name);

/** Then its parts say nothing new. `Nome` is one beside `Primeiro nome`, and the first part beside `Sobrenome`. */
const hasWholeName = (names: readonly string[]): boolean =>
  names.some((name) => FULL_NAMES.includes(name)) ||
  (names.some((name) => MEANINGS.get(name) === 'name') && names.some((name) => FIRST_NAMES.includes(name)));

const isPhone = (name: string): boolean =>
  GOOGLE_PHONE.test(name) || PHONES.includes(name.replace(/ \d$/, ''));
