import { expect, test } from 'vitest';
import { readNumbers } from './import-numbers.ts';

/** The number that is chosen and what the others are, of one cell in Brazil. */
function read(cell: string) {
  const { chosen, others } = readNumbers([cell], { headings: [''], meanings: ['number'], country: 'BR' });
  if (!chosen) return [];
  const words = ({ written, extension }: (typeof others)[number]) => `${written} ${extension}`.trim();
  return [chosen.number, chosen.extension, ...others.map(words)].filter(Boolean);
}

test.each([
  ['(11) 90000-0000 / 3000-0000', ['5511900000000', '(11) 3000-0000']],
  ['(11) 3333-0000 / 98765-4321', ['5511987654321', '(11) 3333-0000']],
  ['+55 11 3000-0000 ::: +55 11 90000-0000', ['5511900000000', '+55 11 3000-0000']],
  ['11 3000-0000; 21 90000-0000', ['5521900000000', '11 3000-0000']],
  ['11 3000-0000, 11 3000-0001', ['551130000000', '11 3000-0001']],
  ['11 3000-0000,11 3000-0001', ['551130000000', '11 3000-0001']],
  ['11 3000-0000 ou 11 90000-0000', ['5511900000000', '11 3000-0000']],
  ['11 3000-0000\n11 90000-0000', ['5511900000000', '11 3000-0000']],
  ['11 90000-0000 / 11 0000-0000', ['5511900000000', '11 0000-0000']],
  ['11 90000-0000 / 011 90000-0000 / +55 11 0000-0000', ['5511900000000', '+55 11 0000-0000']],
  ['(11) 3000-0000 ramal 12', ['551130000000', 'ramal 12']],
  ['(11) 3000-0000, ramal: 12 / (11) 90000-0000', ['5511900000000', '(11) 3000-0000 ramal: 12']],
  ['+1 202-555-0123 x12', ['12025550123', 'x12']],
  ['+1 202-555-0123x12', ['12025550123', 'x12']],
  ['+1 202-555-0123 (ext. 12)', ['12025550123', 'ext. 12']],
  ['+55-11-3000-0000;ext=12', ['551130000000', 'ext=12']],
  ['3333-0000/0001', ['33330000', '0001']],
  ['11 / 98765-4321', ['5511987654321']],
  ['11/98765-4321', ['5511987654321']],
  ['11 98765/4321', ['5511987654321']],
  ['5,511,987,654,321', ['5511987654321']],
  ['Fax 11 3000-0000', ['551130000000']],
  ['call me', []],
  ['', []],
])('%j has %j', (cell, expected) => {
  expect(read(cell)).toEqual(expected);
});

test('a cell has few numbers, however long it is', () => {
  expect(read('11 90000-0000 / '.repeat(300))).toEqual(['5511900000000']);
  expect(
    read(Array.from({ length: 300 }, (_, n) => `11 9${String(n).padStart(8, '7')}`).join(';')),
  ).toHaveLength(10);
  for (const sign of [' ', '(', 'x', ',', '/', '1', 'ramal ', ' e ']) read(sign.repeat(5_000));
});

test('of several columns the one that is called mobile is chosen', () => {
  const columns = {
    headings: ['Business Phone', 'Home Phone', 'Mobile Phone'],
    meanings: ['number', 'number', 'number'],
    country: 'US',
  } as const;
  const chosen = (...cells: string[]) => readNumbers(cells, columns).chosen?.number;
  expect(chosen('202 555 0123', '202 555 0124', '202 555 0125')).toBe('12025550125');
  expect(chosen('202 555 0123', '', '')).toBe('12025550123');
  expect(chosen('', '202 555 0124', '5')).toBe('12025550124');
  expect(chosen('', '', '')).toBeUndefined();
});

test('Google says beside a number whether it is a mobile one', () => {
  const columns = {
    headings: ['Phone 1 - Label', 'Phone 1 - Value', 'Phone 2 - Type', 'Phone 2 - Value'],
    meanings: ['skip', 'number', 'skip', 'number'],
    country: 'US',
  } as const;
  const cells = ['Work', '202 555 0123', '* Mobile', '202 555 0124'];
  expect(readNumbers(cells, columns)).toMatchObject({
    chosen: { at: 3, number: '12025550124' },
    others: [{ at: 1, written: '202 555 0123' }],
  });
});
