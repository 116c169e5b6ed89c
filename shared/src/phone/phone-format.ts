import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** With or without the ninth digit. The library leaves out the hyphen that Brazilians write. */
const BRAZILIAN = /^55(\d{2})(\d{4,5})(\d{4})$/;
/** Mobiles have lost the 1 behind the country code; WhatsApp still names many with it. */
const OLD_MEXICAN = /^521(?=\d{10}$)/;

/**
 * Digits with country code as people of that country group them. Digits that no country groups get a plus sign alone,
 * and other text stays as it is.
 */
export function formatPhone(digits: string): string {
  if (!/^\d+$/.test(digits)) return digits;
  const brazilian = BRAZILIAN.exec(digits);
  if (brazilian) return `+55 ${brazilian[1]} ${brazilian[2]}-${brazilian[3]}`;
  const phone = parsePhoneNumberFromString(`+${digits.replace(OLD_MEXICAN, '52')}`);
  return phone?.isPossible() ? phone.formatInternational() : `+${digits}`;
}

/** What a contact is called: without a name, by the number. */
export const displayName = ({ name, number }: { name: string; number: string }): string =>
  name || formatPhone(number);
