import { type CardLine, readCardLines } from './lines.ts';

/** A person as a vCard has them; '' and [] for what it does not say. */
export interface Vcard {
  name: string;
  organization: string;
  phones: VcardPhone[];
  emails: string[];
  note: string;
}

export interface VcardPhone {
  /** As it was written, with at least one digit. */
  number: string;
  /** Digits. */
  extension: string;
  /** The digits by which WhatsApp knows it, where the card came from there. */
  waid: string;
  /** What it is for, in capitals (CELL, WORK, FAX …), each once. */
  types: string[];
  isMobile: boolean;
}

/** Nobody has more addresses; each is compared with those before. */
const MAX_EMAILS = 20;
/** Nor is a number for more. */
const MAX_TYPES = 8;

/**
 * Reads vCards 2.1, 3.0 and 4.0, one after the other, also without an end, and what surrounds them. Strangers write
 * them: it takes time in proportion to the length, and a caller who wants few stops early.
 *
 * @param cards the text of a message, or the bytes of a file
 */
export function* readVcards(cards: string | Uint8Array): Generator<Vcard> {
  let person: Person | null = null;
  let inner = 0;
  let last = '';
  for (const line of readCardLines(
    typeof cards === 'string' ? new TextEncoder().encode(cards) : utf8(cards),
  )) {
    if (line.name === 'BEGIN') {
      // A card within a card is somebody's secretary (AGENT), and no person of this list.
      if (last === 'AGENT') inner += 1;
      else {
        inner = 0;
        if (person?.isBegun) yield vcardOf(person);
        person = nobody();
      }
    } else if (line.name === 'END') {
      if (inner > 0) inner -= 1;
      else {
        if (person) yield vcardOf(person);
        person = null;
      }
    } else if (inner === 0) {
      person ??= nobody();
      person.isBegun = true;
      PROPERTIES[line.name]?.(person, line);
    }
    last = line.name;
  }
  if (person) yield vcardOf(person);
}

/** The name of the first person on these cards; '' when there is none. */
export function vcardName(cards: string): string {
  for (const { name } of readVcards(cards)) if (name) return name;
  return '';
}

/** The person with the first number, as one line of text; '' when the card has neither. */
export function vcardLine(card: string): string {
  const [person] = readVcards(card);
  const [phone] = person?.phones ?? [];
  return person ? `${person.name} ${phone ? wholeNumber(phone) : ''}`.trim() : '';
}

/** As people write it; `splitExtension` takes it apart. */
export const wholeNumber = ({ number, extension }: Pick<VcardPhone, 'number' | 'extension'>): string =>
  extension ? `${number} x${extension}` : number;

export function splitExtension(written: string): Pick<VcardPhone, 'number' | 'extension'> {
  // An end is short: of what strangers write no more is looked at.
  const [end = '', extension = ''] = /(?<=[\d)])\s{0,3}x\s?(\d{1,8})$/i.exec(written.slice(-20)) ?? [];
  return { number: written.slice(0, written.length - end.length), extension };
}

/** UTF-16 becomes UTF-8, in which lines can be found; a mark of the byte order goes. */
function utf8(bytes: Uint8Array): Uint8Array {
  const starts = (...start: number[]) => start.every((byte, at) => bytes[at] === byte);
  if (starts(0xef, 0xbb, 0xbf)) return bytes.subarray(3);
  // The `B` of BEGIN has two bytes where there is no mark.
  const isLittle = starts(0xff, 0xfe) || starts(0x42, 0);
  const isBig = starts(0xfe, 0xff) || starts(0, 0x42);
  if (!isLittle && !isBig) return bytes;
  return new TextEncoder().encode(new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(bytes));
}

/** A card that is being read. */
interface Person extends Vcard {
  /** The names that stand in for a full one. */
  parts: string;
  nickname: string;
  /** The card has said something. */
  isBegun: boolean;
}

const nobody = (): Person => ({
  name: '',
  organization: '',
  phones: [],
  emails: [],
  note: '',
  parts: '',
  nickname: '',
  isBegun: false,
});

function vcardOf({ name, parts, nickname, organization, phones, emails, note }: Person): Vcard {
  return { name: name || parts || nickname || organization, organization, phones, emails, note };
}

const PROPERTIES: Record<string, (person: Person, line: CardLine) => void> = {
  FN: (person, { value }) => {
    person.name ||= inOneLine(value);
  },
  N: (person, { value }) => {
    const [family = '', given = '', middle = '', prefix = '', suffix = ''] = components(value);
    person.parts ||= [prefix, given, middle, family, suffix].filter(Boolean).join(' ');
  },
  NICKNAME: (person, { value }) => {
    person.nickname ||= inOneLine(value);
  },
  ORG: (person, { value }) => {
    person.organization ||= components(value).filter(Boolean).join(', ');
  },
  NOTE: (person, { value }) => {
    person.note ||= plain(value);
  },
  EMAIL: (person, { value }) => {
    const email = plain(value).replace(/^mailto:/i, '');
    if (email && person.emails.length < MAX_EMAILS && !person.emails.includes(email))
      person.emails.push(email);
  },
  TEL: (person, line) => {
    const phone = phoneOf(line);
    if (/\d/.test(phone.number)) person.phones.push(phone);
  },
};

/** What makes a card one, for us and for others who read it. */
const FRAME = ['BEGIN', 'VERSION', 'END'];

/** Whether the value of such a property is one that is read; what else there is, is mostly pictures. */
export const isRead = (name: string): boolean => FRAME.includes(name) || Object.hasOwn(PROPERTIES, name);

/** `tel:+55-11-90000-0000;ext=12` is a number with an extension, as is the text `+55 11 90000-0000 x12`. */
function phoneOf({ value, parameters }: CardLine): VcardPhone {
  const waid = parameters.find(({ name }) => name === 'WAID')?.value ?? '';
  const types = parameters
    .flatMap(({ name, value: type }) => (name === 'TYPE' ? type.toUpperCase().split(',') : []))
    .map((type) => type.trim())
    .filter((type) => /^[A-Z][A-Z\d-]{0,19}$/.test(type));
  return {
    ...(/^\s*tel:/i.test(value) ? phoneOfAddress(value) : splitExtension(plain(value))),
    waid: waid.replaceAll(/\D/g, ''),
    types: [...new Set(types)].slice(0, MAX_TYPES),
    isMobile: waid !== '' || types.some((type) => ['CELL', 'IPHONE', 'MOBILE'].includes(type)),
  };
}

function phoneOfAddress(value: string): Pick<VcardPhone, 'number' | 'extension'> {
  const [number = '', ...more] = value.trim().slice(4).split(';');
  const extension = more.find((part) => /^ext=/i.test(part))?.slice(4) ?? '';
  return { number: number.trim(), extension: extension.replaceAll(/\D/g, '') };
}

/** The text of a value, without the backslashes before what separates. */
const plain = (value: string): string =>
  value.replaceAll(/\\([nN,;:\\])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign)).trim();

const inOneLine = (value: string): string => plain(value).replaceAll(/\s+/g, ' ');

/** The parts of a value: semicolons without a backslash are between them. */
const components = (value: string): string[] =>
  [...value.matchAll(/(?:^|;)((?:[^;\\]|\\[\s\S]?)*)/g)].map(([, part = '']) => inOneLine(part));
