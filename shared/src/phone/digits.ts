/** Eight digits that begin with 6 to 9 are an old mobile number; landlines begin with 2 to 5. */
const BRAZIL_WITHOUT_NINTH_DIGIT = /^55([1-9]\d)([6-9]\d{7})$/;

/**
 * The key of a phone number: its digits with country code. WhatsApp still names many Brazilian mobiles without the
 * ninth digit, so both spellings have one key. Adding it cannot meet another number; removing it could meet a landline.
 */
export function phoneKey(number: string): string {
  return digitsOf(number).replace(BRAZIL_WITHOUT_NINTH_DIGIT, '55$19$2');
}

const BRAZIL_WITH_NINTH_DIGIT = /^55([1-9]\d)9([6-9]\d{7})$/;

/** The number itself, and a Brazilian mobile's other spelling: WhatsApp may know only one. */
export function bothSpellings(number: string): string[] {
  const other = number.replace(BRAZIL_WITHOUT_NINTH_DIGIT, '55$19$2');
  return [...new Set([number, other === number ? number.replace(BRAZIL_WITH_NINTH_DIGIT, '55$1$2') : other])];
}

const SOUGHT_SPELLINGS = [
  [/^9([6-9]\d{3,7})$/, '$1'],
  [/^((?:55)?[1-9]\d)9([6-9]\d{3,7})$/, '$1$2'],
  [/^((?:55)?[1-9]\d)([6-9]\d{3,7})$/, '$19$2'],
] as const;

/**
 * Digits of a number as typed in a search, and in its other spelling, from the
 * first half of its local part on. The server's searches have the same rule (spellings_of).
 */
export const soughtSpellings = (digits: string): string[] => [
  ...new Set([digits, ...SOUGHT_SPELLINGS.map(([spelt, other]) => digits.replace(spelt, other))]),
];

/** A number in any spelling without what only helps reading it. */
export const digitsOf = (number: string): string => number.replaceAll(/\D/g, '');

/** A name equal to the number is only a placeholder: the person's own display name is better. */
export const isChosenName = (name: string, number: string): boolean =>
  digitsOf(name) !== digitsOf(number) || /\p{L}/u.test(name);
