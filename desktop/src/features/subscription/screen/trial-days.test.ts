import { expect, it } from 'vitest';
import { trialDays } from './trial-days.ts';

it.each([
  // The evening of the 11th in São Paulo, when Greenwich already writes the 12th.
  ['2026-05-12T02:30:00Z', 3],
  ['2026-05-12T03:30:00Z', 2],
  ['2026-05-14T12:00:00Z', 0],
  ['2026-05-20T12:00:00Z', 0],
])('at %s a trial until the 14th ends in %i days', (now, days) => {
  expect(trialDays('2026-05-14', new Date(now), 'America/Sao_Paulo')).toBe(days);
});
