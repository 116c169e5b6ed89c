import { readTaxNumber } from '../../money/tax-number.ts';

/** The text behind a Pix QR code ("copia e cola"): fields of two digits of name, two of length, and the value. */

/** Longest value of a field of the code. */
const LIMITS = { name: 25, city: 15, reference: 25 } as const;

export interface StaticPix {
  /** As `readPixKey` answers it. */
  key: string;
  receiverName: string;
  receiverCity: string;
  amountCents: number;
  /** What the receiver's bank statement shows: letters and digits. */
  reference: string;
}

/** One that needs no bank: whoever pays by it is known from the receiver's bank statement alone. */
export function staticPixCode(pix: StaticPix): string {
  const body = [
    field('00', '01'),
    field('26', field('00', 'br.gov.bcb.pix') + field('01', pix.key)),
    field('52', '0000'),
    field('53', '986'),
    field('54', decimalOf(pix.amountCents)),
    field('58', 'BR'),
    field('59', plainText(pix.receiverName, LIMITS.name)),
    field('60', plainText(pix.receiverCity, LIMITS.city)),
    field('62', field('05', pix.reference.slice(0, LIMITS.reference))),
    '6304',
  ].join('');
  return body + checksum(body);
}

/** Cents as banks write amounts: `1234.50`. */
export const decimalOf = (cents: number): string =>
  `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

const field = (name: string, value: string) => `${name}${String(value.length).padStart(2, '0')}${value}`;

/** Readers count bytes where others count characters, so there are none but those of ASCII. */
const plainText = (text: string, max: number): string =>
  text
    .normalize('NFD')
    .replaceAll(/[^\x20-\x7E]/g, '')
    .trim()
    .slice(0, max)
    .trim();

/** Whether anything of a name or city is left in a code. */
export const hasPlainText = (text: string): boolean => plainText(text, LIMITS.name) !== '';

/** CRC-16/CCITT-FALSE over a text of ASCII, with its own field's name and length. */
export function checksum(text: string): string {
  let crc = 0xff_ff;
  for (const character of text) {
    crc ^= character.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x80_00 ? 0x10_21 : 0)) & 0xff_ff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

const RANDOM_KEY = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
const EMAIL = /^[!-?A-~]+@[!-?A-~]+\.[!-?A-~]+$/;

/** A Pix key as banks store it: CPF, CNPJ, phone with its plus, e-mail or random key; null for anything else. */
export function readPixKey(typed: string): string | null {
  const text = typed.trim();
  const lower = text.toLowerCase();
  if (RANDOM_KEY.test(lower)) return lower;
  if (EMAIL.test(lower)) return lower.length <= 77 ? lower : null;
  if (/^\+55[\d\s().-]+$/.test(text)) {
    const phone = `+${text.replaceAll(/\D/g, '')}`;
    return /^\+55\d{10,11}$/.test(phone) ? phone : null;
  }
  return /^[\dA-Za-z./\s-]+$/.test(text) ? (readTaxNumber(text)?.digits ?? null) : null;
}
