import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Language } from '../text/languages.ts';
import type { Country } from './countries.ts';

const COUNTRIES: Record<Language, readonly Country[]> = {
  pt: ['AO', 'BR', 'CV', 'GW', 'MZ', 'PT', 'ST', 'TL'],
  en: ['AG', 'AU', 'BB', 'BS', 'BZ', 'CA', 'GB', 'GD', 'GG', 'GY', 'IE', 'IM', 'JE', 'JM', 'NZ', 'TT', 'US'],
  es: [
    ...(['AR', 'BO', 'CL', 'CO', 'CR', 'CU', 'DO', 'EC', 'ES', 'GQ', 'GT'] as const),
    ...(['HN', 'MX', 'NI', 'PA', 'PE', 'PR', 'PY', 'SV', 'UY', 'VE'] as const),
  ],
};
const LANGUAGE_OF = new Map(
  Object.entries(COUNTRIES).flatMap(([language, countries]) =>
    countries.map((country) => [country, language as Language] as const),
  ),
);

/** What most people with such a number speak; null: none of our languages, or nobody knows. */
export function spokenLanguage(digits: string): Language | null {
  const country = parsePhoneNumberFromString(`+${digits}`)?.country;
  return (country && LANGUAGE_OF.get(country)) ?? null;
}
