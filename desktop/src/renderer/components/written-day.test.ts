import { expect, test } from 'vitest';
import { writtenDay } from './written-day.ts';

test('the day stands before the month, however it is written', () => {
  const written = [
    '02/01/2026',
    '2/1/26',
    '02.01.2026',
    '2-1-2026',
    '02012026',
    ' 02/01/2026 ',
    'Jan 2, 2026',
  ];
  expect(new Set(written.map(writtenDay))).toEqual(new Set(['2026-01-02']));
  expect(writtenDay('24/12/2099')).toBe('2099-12-24');
  expect(writtenDay('29/02/2028')).toBe('2028-02-29');
});

test('what is no day, or only the beginning of one, means nothing', () => {
  for (const text of [
    '',
    '2',
    '24',
    '24/1',
    '24/12/2',
    '24/12/209',
    '2412',
    '241220',
    '31/02/2026',
    '12/24/2026',
    '29/02/2027',
    'amanhã',
    'abc 2, 2026',
  ])
    expect(writtenDay(text)).toBeNull();
});
