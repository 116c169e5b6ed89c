import type { Country } from '../../phone/countries.ts';
import { digitsOf, phoneKey } from '../../phone/digits.ts';
import { isMobileNumber, isPhoneNumber, withCallingCode } from '../../phone/phone.ts';
import { CONTACT_NUMBER } from './limits.ts';

/** A telephone number of a row. */
export interface RowNumber {
  /** Its column. */
  at: number;
  /** Digits with country code; a text that is no number has some digits, or none. */
  number: string;
  /** As people write it, without its extension. */
  written: string;
  /** As it was written (`ramal 12`); '' when there is none. */
  extension: string;
}

interface NumberColumns {
  headings: readonly string[];
  /** `number` for those that have some. */
  meanings: readonly string[];
  country: Country | null;
}

export interface RowNumbers {
  /** The one to write to; null when no column has a number. */
  chosen: RowNumber | null;
  /** Each once. */
  others: RowNumber[];
}

/** The numbers of all columns that have some: the one of WhatsApp is chosen, else the mobile one, else the first. */
export function readNumbers(cells: readonly string[], columns: NumberColumns): RowNumbers {
  const found = columns.meanings.flatMap((meaning, at) =>
    meaning === 'number' ? numbersOf(cells[at] ?? '', columns.country).map((one) => ({ at, ...one })) : [],
  );
  const [chosen = null] = byUse(found.filter(isLongEnough), ({ at }) => calledAs(cells, columns, at));
  const seen = new Set(chosen ? [phoneKey(chosen.number)] : []);
  const others = found.filter((one) => {
    if (one === chosen) return false;
    const key = isLongEnough(one) ? phoneKey(one.number) : one.written;
    return one.extension !== '' || (!seen.has(key) && seen.add(key));
  });
  return { chosen, others };
}

const isLongEnough = ({ number }: RowNumber): boolean =>
  number.length >= CONTACT_NUMBER.min && number.length <= CONTACT_NUMBER.max;

/** What is called WhatsApp or mobile, then what its country gives to mobile phones, then what is a number at all. */
function byUse(found: RowNumber[], called: (one: RowNumber) => string): RowNumber[] {
  if (found.length < 2) return found;
  const rank = (one: RowNumber) => {
    if (!isPhoneNumber(one.number)) return 6;
    const words = called(one);
    const place = WHATSAPP.test(words) ? 0 : MOBILE.test(words) ? 2 : 4;
    return place + (isMobileNumber(one.number) ? 0 : 1);
  };
  return found
    .map((one) => ({ one, rank: rank(one) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
}

const WHATSAPP = /whats|(?<!\p{L})(?:wpp|zap)/iu;
const MOBILE = /celular|mobile|m[oó]v[ie]l|iphone|smartphone|cellphone|(?<!\p{L})(?:cell?|tlm)(?!\p{L})/iu;

/** What its heading says, and in the address book of Google the column beside it. */
function calledAs(cells: readonly string[], { headings }: NumberColumns, at: number): string {
  const heading = headings[at] ?? '';
  const beside = /^(Phone \d+ - )Value$/i.exec(heading.trim())?.[1];
  const label = beside
    ? headings.findIndex((one) => [`${beside}Label`, `${beside}Type`].includes(one.trim()))
    : -1;
  return `${heading} ${cells[label] ?? ''}`;
}

/** A cell with more has been filled by no person. */
const MAX_NUMBERS = 10;
/** A comma may also stand between thousands. */
const SEPARATOR = /:::|[/;|\r\n]|,(?=\s|[^,]{8})|\s(?:e|ou|y|o|and|or)\s/i;
const EXTENSION = /(?<![\p{L}])(?:ramal|anexo|interno|ext(?:ension|ensión)?|x)[\s.:=]{0,3}\d{1,6}/iu;
type CellNumber = Omit<RowNumber, 'at'>;

/** Scientific notation, in which a spreadsheet has cut the last digits off. */
export const isRounded = (cell: string): boolean => /^\d+([.,]\d+)?e\+?\d+$/i.test(cell.trim());

function numbersOf(cell: string, country: Country | null): CellNumber[] {
  if (isRounded(cell)) return [];
  const pieces = piecesOf(cell);
  const area = AREA.exec(pieces[0] ?? '')?.[0] ?? '';
  return pieces.map((piece) => {
    const extension = EXTENSION.exec(piece)?.[0] ?? '';
    const alone = tidied(extension ? piece.replace(extension, '') : piece);
    const written = withArea(alone, area, country);
    return { number: withCallingCode(written, country), written, extension };
  });
}

/** `11 / 98765-4321` is one number, and an extension belongs to the number in front. */
function piecesOf(cell: string): string[] {
  const pieces: string[] = [];
  let open = '';
  for (const piece of cell.split(SEPARATOR, 2 * MAX_NUMBERS).map((part) => part.trim())) {
    if (open === '' && pieces.length > 0 && EXTENSION.exec(piece)?.index === 0) {
      pieces.push(`${pieces.pop()} ${piece}`);
      continue;
    }
    open = `${open} ${piece}`.trim();
    if (digitsOf(open).length < CONTACT_NUMBER.min) continue;
    pieces.push(open);
    open = '';
  }
  return (open === '' ? pieces : [...pieces, open]).slice(0, MAX_NUMBERS);
}

/** What is left of a number when its extension is taken out. */
const tidied = (text: string): string =>
  text
    .trim()
    .replace(/[(,;-]$/, '')
    .trim();

const AREA = /\(\s*\d{2,4}\s*\)/;

/** In `(11) 90000-0000 / 3000-0000` the second number has the area code of the first. */
function withArea(piece: string, area: string, country: Country | null): string {
  if (area === '' || AREA.test(piece)) return piece;
  const whole = `${area} ${piece}`;
  return isPhoneNumber(withCallingCode(whole, country)) ? whole : piece;
}
