import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bothSpellings, phoneKey } from './digits.ts';
import { countryOf, withCallingCode } from './phone.ts';
import { spokenLanguage } from './spoken-language.ts';

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
const area = fc.stringMatching(/^[1-9]\d$/);
const oldMobile = fc.stringMatching(/^[6-9]\d{7}$/);
const landline = fc.stringMatching(/^[2-5]\d{7}$/);

describe('phoneKey', () => {
  it('knows a Brazilian mobile with and without the ninth digit as one', () => {
    fc.assert(
      fc.property(area, oldMobile, (ddd, local) => {
        expect(phoneKey(`55${ddd}${local}`)).toBe(phoneKey(`+55 (${ddd}) 9${local}`));
      }),
    );
  });

  it('never mixes a landline with a mobile', () => {
    fc.assert(
      fc.property(area, landline, (ddd, local) => {
        expect(phoneKey(`55${ddd}${local}`)).not.toBe(phoneKey(`55${ddd}9${local}`));
      }),
    );
  });

  it('leaves the rest of the world alone, and a key is its own key', () => {
    fc.assert(
      fc.property(fc.constantFrom('1', '351', '54', '595', '49'), digits(9), (country, local) => {
        expect(phoneKey(country + local)).toBe(country + local);
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => phoneKey(phoneKey(text)) === phoneKey(text)));
  });
});

it.each([
  ['5511987654321', ['5511987654321', '551187654321']],
  ['551187654321', ['551187654321', '5511987654321']],
  ['551137654321', ['551137654321']],
  ['4915112345678', ['4915112345678']],
])('%s may be registered as %j', (number, spellings) => {
  expect(bothSpellings(number)).toEqual(spellings);
});

it.each([
  ['(11) 98765-4321', 'BR', '5511987654321'],
  ['11987654321', 'BR', '5511987654321'],
  ['011 3333-4444', 'BR', '551133334444'],
  // An old mobile, and an area code that is also the country's.
  ['11 8765-4321', 'BR', '551187654321'],
  ['55 98765-4321', 'BR', '5555987654321'],
  // Numbers that already have their country code, of this country or of another.
  ['5511987654321', 'BR', '5511987654321'],
  ['551187654321', 'BR', '551187654321'],
  ['351 912 345 678', 'BR', '351912345678'],
  // A number as long as a Brazilian mobile that is none.
  ['34612345678', 'BR', '34612345678'],
  ['12025550123', 'BR', '12025550123'],
  ['5511987654321', 'US', '5511987654321'],
  ['+1 202 555 0123', 'BR', '12025550123'],
  ['0054 9 11 2345 6789', 'BR', '5491123456789'],
  ['+11987654321', 'BR', '11987654321'],
  ['912 345 678', 'PT', '351912345678'],
  ['(416) 555-0123', 'US', '14165550123'],
  ['2025550123', null, '2025550123'],
  ['00 49 30 123456', null, '4930123456'],
  ['', 'BR', ''],
] as const)('%s in a list of %s is %s', (number, country, digits) => {
  expect(withCallingCode(number, country)).toBe(digits);
});

it('tells the country of a number, or Brazil', () => {
  expect(['351912345678', '12025550123', '14165550123', '5511987654321', '', '12'].map(countryOf)).toEqual([
    'PT',
    'US',
    'CA',
    'BR',
    'BR',
    'BR',
  ]);
});

it.each([
  ['5511987654321', 'pt'],
  ['351912345678', 'pt'],
  ['5491155551234', 'es'],
  ['5215512345678', 'es'],
  ['12125550123', 'en'],
  ['447911123456', 'en'],
  ['4915112345678', null],
  ['120363021234567890', null],
  ['', null],
])('most people with the number %s speak %s', (number, language) => {
  expect(spokenLanguage(number)).toBe(language);
});
