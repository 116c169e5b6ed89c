import { expect, it } from 'vitest';
import { dueTone } from './due-tone.ts';

const now = new Date(2026, 4, 10, 23, 59);

it.each([
  ['2026-05-16', undefined],
  ['2026-05-15', 'soon'],
  ['2026-05-14', 'due'],
  ['2026-05-10', 'due'],
  ['2026-05-07', 'due'],
  ['2026-05-06', 'past'],
  ['2020-01-01', 'past'],
  [null, undefined],
])('a company due on %s on 10 May is %s', (dueDate, tone) => {
  expect(dueTone(dueDate, now)).toBe(tone);
});
