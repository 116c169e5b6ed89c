import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bothSpellings, formatPhone, phoneKey } from './phone.ts';

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

describe('formatPhone', () => {
  it('writes numbers as people do and keeps what is none', () => {
    expect(['5511987654321', '4930123456', '12'].map(formatPhone)).toEqual([
      '+55 11 98765 4321',
      '+49 30 123456',
      '12',
    ]);
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
