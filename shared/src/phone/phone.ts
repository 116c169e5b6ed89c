import { isValidPhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Country } from './countries.ts';
import { bothSpellings, digitsOf } from './digits.ts';

/** The country of a number with country code; Brazil, where most companies are, when it is unknown. */
export const countryOf = (digits: string): Country =>
  parsePhoneNumberFromString(`+${digits}`)?.country ?? 'BR';

/**
 * The digits with country code of a number in a list of that country, whose own numbers may omit it.
 * Behind + or 00, and in a list of no country, the number contains its country code.
 */
export function withCallingCode(number: string, country: Country | null): string {
  const [, prefix = '', rest = ''] = /^\s*(\+|00)?(.*)$/s.exec(number) ?? [];
  const digits = digitsOf(rest);
  if (prefix || !country) return digits;
  const own = digitsOf(parsePhoneNumberFromString(digits, country)?.number ?? '');
  return isPhoneNumber(own) ? own : digits;
}

/** Whether digits with country code are a number that a country gives, in either spelling. */
export const isPhoneNumber = (digits: string): boolean =>
  bothSpellings(digits).some((spelling) => isValidPhoneNumber(`+${spelling}`));

/** Whether digits with country code are one that its country gives to mobile phones alone. */
export const isMobileNumber = (digits: string): boolean =>
  bothSpellings(digits).some(
    (spelling) => parsePhoneNumberFromString(`+${spelling}`)?.getType() === 'MOBILE',
  );
