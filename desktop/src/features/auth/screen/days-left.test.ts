import { expect, it } from 'vitest';
import { daysLeft } from './days-left.ts';

/** The end of 14 May in São Paulo is already 15 May in Lisbon. */
const END = '2026-05-15T02:59:59.999Z';

it.each([
  ['2026-05-14T12:00:00Z', 0],
  ['2026-05-15T02:00:00Z', 0],
  ['2026-05-14T02:00:00Z', 1],
  ['2026-05-10T12:00:00Z', 4],
  ['2026-05-09T12:00:00Z', 5],
  ['2026-05-20T12:00:00Z', 0],
])('at %s it is due in %i days', (now, days) => {
  expect(daysLeft(END, new Date(now), 'America/Sao_Paulo')).toBe(days);
});
