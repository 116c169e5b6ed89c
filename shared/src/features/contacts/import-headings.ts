import { fold } from '../../text/fold.ts';
import { referralHeading } from '../tickets/referral-name.ts';
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import type { ColumnMeaning } from './import-meanings.ts';
import pt from './pt.json' with { type: 'json' };

/** How columns of contacts are called, in our own files and in those of others. */

const TEXTS = { pt, en, es };

/** The columns of an export that come back with it, and the text that heads each. */
const EXPORTED = [
  ['name', 'name'],
  ['number', 'number'],
  ['email', 'email'],
  ['pairs', 'extraInfo'],
  ['notes', 'notes'],
] as const;

/** The columns of an export, at last where somebody came from, which no import takes over. */
export const exportHeadings = (language: keyof typeof TEXTS): string[] => [
  ...EXPORTED.map(([, text]) => TEXTS[language][text]),
  referralHeading(language),
];

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
    'endereco de correio eletronico',
    'endereco de correio electronico',
    'correio eletronico',
  ],
  notes: ['observacoes', 'observaciones'],
};

/** Names that are whole, whatever stands beside them. */
const FULL_NAMES = ['nome completo', 'full name', 'nombre completo', 'display name', 'razao social'];
const FIRST_NAMES = ['first name', 'given name', 'primeiro nome', 'nome proprio', 'primer nombre'];
const FURTHER_NAMES = [
  ...['middle name', 'additional name', 'last name', 'family name', 'surname'],
  ...['segundo nome', 'nome do meio', 'outros nomes', 'sobrenome', 'ultimo nome', 'nome de familia'],
  ...['segundo nombre', 'apellido', 'apellidos', 'primer apellido', 'segundo apellido'],
];

/** A surname in Portugal, a nickname in Brazil. */
const APELIDO = 'apelido';
/** What only Portugal says, beside it. */
const PORTUGUESE =
  /^(nome proprio|segundo nome|outros nomes|telemovel.*|.* \(emprego\).*|.*correio elec?tronico)$/;

/**
 * What a person without a name is called by, the first of them that is there: words of Google and Outlook, then those for
 * a nickname, then those for a company.
 */
const STAND_INS: readonly (readonly string[])[] = [
  ['file as', 'guardar como', 'arquivar como', 'archivar como'],
  ['nickname', APELIDO, 'alcunha', 'apodo'],
  [
    'organization name',
    'organization 1 - name',
    'company',
    'organization',
    'empresa',
    'organizacao',
    'organizacion',
  ],
];

/** What telephones are called. One person has several: at home, at work, with or without a figure behind. */
const PHONE_WORDS = new Set([
  ...['telefone', 'telefones', 'fone', 'fones', 'tel', 'celular', 'celulares', 'cel', 'telemovel', 'tlm'],
  ...['phone', 'phones', 'telephone', 'cellphone', 'smartphone', 'mobile', 'cell', 'iphone'],
  ...['telefono', 'telefonos', 'movil', 'tlf', 'tfno'],
  ...['whatsapp', 'whats', 'wpp', 'zap', 'zapzap'],
]);
/** What else such a heading says. With any other word it is about somebody else, or no number (`Modelo do celular`). */
const PHONE_PLACES = new Set([
  ...['numero', 'nº', 'no', 'num', 'nro', 'nr', 'n', 'number', 'ddd', 'ddi'],
  ...['de', 'do', 'da', 'del', 'la', 'el', 'com', 'con', 'with', 'e', 'y', 'and', 'ou', 'o', 'or'],
  ...['residencial', 'residencia', 'casa', 'comercial', 'trabalho', 'emprego', 'empresa', 'escritorio'],
  ...['fixo', 'movel', 'principal', 'outro', 'recado', 'recados', 'contato', 'cliente', 'pessoal', 'carro'],
  ...['home', 'work', 'business', 'company', 'office', 'main', 'primary', 'secondary', 'other', 'personal'],
  ...['landline', 'car', 'contact', 'customer', 'trabajo', 'domicilio', 'oficina', 'fijo', 'particular'],
  ...['otro', 'contacto', 'automovil', 'adicional', 'alternativo', 'secundario', 'additional', 'responsavel'],
]);
/** Outlook's in Spanish, without a word that says so. */
const PHONE_AT_HOME = /^particular( \d)?$/;
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
const ORIGINS = (['pt', 'en', 'es'] as const).map((language) => plain(referralHeading(language)));
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
 * The probable meaning of the columns, each once but for the parts of a name and the telephones. A column without a
 * heading is skipped.
 */
export function guessMeanings(headings: readonly string[]): ColumnMeaning[] {
  const begin = reportWidth(headings);
  const names = headings.map((heading, at) => (at < begin ? '' : plain(heading)));
  const partOfName = hasWholeName(names) ? 'skip' : 'name';
  const hasSurname = names.some((name) => PORTUGUESE.test(name)) && !names.includes('sobrenome');
  const origin = isExport(headings) ? begin + EXPORTED.length : -1;
  const isGoogle = names.some((name) => GOOGLE_PHONE.test(name));
  const taken = new Set<ColumnMeaning>();
  return names.map((name, at) => {
    if (at === origin && ORIGINS.includes(name)) return 'skip';
    if (name === '' || (isGoogle && GOOGLE_SKIPPED.test(name))) return 'skip';
    if (isPartOfName(name) || (name === APELIDO && hasSurname)) return partOfName;
    if (isPhone(name)) return 'number';
    const meaning = MEANINGS.get(name);
    if (!meaning || taken.has(meaning)) return 'extra';
    taken.add(meaning);
    return meaning;
  });
}

/** The columns, by their places, that say what a person without a name is called; the best one first. */
export const standInsForName = (headings: readonly string[]): number[] => {
  const names = headings.map(plain);
  return STAND_INS.flatMap((words) => [...names.keys()].filter((at) => words.includes(names[at] ?? '')));
};

const isPartOfName = (name: string): boolean => FIRST_NAMES.includes(name) || FURTHER_NAMES.includes(name);

/** Then its parts say nothing new. `Nome` is one beside `Primeiro nome`, and the first part beside `Sobrenome`. */
const hasWholeName = (names: readonly string[]): boolean =>
  names.some((name) => FULL_NAMES.includes(name)) ||
  (names.some((name) => MEANINGS.get(name) === 'name') && names.some((name) => FIRST_NAMES.includes(name)));

function isPhone(name: string): boolean {
  if (GOOGLE_PHONE.test(name) || PHONE_AT_HOME.test(name)) return true;
  const words = name.match(/\p{L}+|\d+/gu) ?? [];
  return (
    words.some((word) => PHONE_WORDS.has(word)) &&
    words.every((word) => PHONE_WORDS.has(word) || PHONE_PLACES.has(word) || /^\d{1,2}$/.test(word))
  );
}
