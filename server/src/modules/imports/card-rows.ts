import { IMPORT_LIMITS } from '@balcao/shared/features/contacts/limits.ts';
import {
  readVcards,
  type Vcard,
  type VcardPhone,
  wholeNumber,
} from '@balcao/shared/features/contacts/vcard/read-vcards.ts';

export const MAX_NUMBERS = 4;
const MAX_EMAILS = 5;

/** Many programs write a mark of the byte order, or empty lines, before the first card. */
export const holdsCards = (start: string): boolean => /^\uFEFF?\s*BEGIN:VCARD/i.test(start);

/**
 * The address book of a phone as a table below empty headings, whose words are the company's (`cardHeadings`): one
 * person a row, the mobile number first.
 *
 * @param most rows
 */
export function readCardRows(bytes: Uint8Array, most: number): string[][] {
  const people: Vcard[] = [];
  for (const person of readVcards(bytes)) {
    if (people.push(person) >= most) break;
  }
  return [[], ...people.map(rowOf)];
}

function rowOf({ name, organization, emails, note, phones }: Vcard): string[] {
  const [mobiles, landlines] = [phones.filter(isMobile), phones.filter((phone) => !isMobile(phone))];
  const ordered = [...mobiles, ...landlines];
  const [first] = ordered;
  const number = first ? numberOf(first) : '';
  const others = [...new Set(ordered.slice(1).map(numberWithExtension))].filter((one) => one !== number);
  const company = organization === name ? '' : organization;
  return [
    name,
    number,
    emails.slice(0, MAX_EMAILS).join(' ::: '),
    note,
    company,
    first?.extension ?? '',
    ...others.slice(0, MAX_NUMBERS - 2),
    // The last column has all that are left.
    others.slice(MAX_NUMBERS - 2).join(' / '),
  ].map((cell) => cell.slice(0, IMPORT_LIMITS.cellChars));
}

const isMobile = (phone: VcardPhone): boolean => phone.isMobile;

/** As it is read in a cell of any file. */
const numberWithExtension = (phone: VcardPhone): string => wholeNumber({ ...phone, number: numberOf(phone) });

/** What WhatsApp knows has its country code. */
const numberOf = ({ number, waid }: VcardPhone): string => (waid ? `+${waid}` : number);
