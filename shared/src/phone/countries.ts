import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/min';

/** Countries whose numbers are known, by ISO 3166. */
export const COUNTRIES = getCountries();
export type Country = CountryCode;

/** `55` of Brazil. */
export const callingCodeOf = (country: Country): string => getCountryCallingCode(country);
