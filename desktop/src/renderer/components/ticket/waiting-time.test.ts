import { expect, test } from 'vitest';
import { createFormat } from '../../kit/format.ts';
import { minutesSince, roundedMinutes } from './waiting-time.tsx';

const at = '2026-03-01T12:00:00.000Z';
const after = (minutes: number) => new Date(Date.parse(at) + minutes * 60_000);

test('a wait is told in minutes, then in whole hours and days, and never from the future', () => {
  const waits = [-5, 0.9, 1, 59.9, 60, 119, 120, 1_439, 1_440, 4_000].map((minutes) =>
    roundedMinutes(minutesSince(at, after(minutes))),
  );
  expect(waits).toEqual([0, 0, 1, 59, 60, 60, 120, 1_380, 1_440, 2_880]);
});

test.each([
  ['pt', '5 minutos', '2 horas', '1 dia'],
  ['en', '5 minutes', '2 hours', '1 day'],
  ['es', '5 minutos', '2 horas', '1 día'],
] as const)('in %s', (language, ...words) => {
  const { duration } = createFormat(language);
  expect([duration(5, 'long'), duration(120, 'long'), duration(1_440, 'long')]).toEqual(words);
});
