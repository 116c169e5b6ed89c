import { expect, test } from 'vitest';
import { waitLevel } from './wait-limits.ts';

test.each([
  [4, 5, 15, 'early'],
  [5, 5, 15, 'long'],
  [14, 5, 15, 'long'],
  [15, 5, 15, 'late'],
  [1_000, 0, 0, 'early'],
  [1_000, 5, 0, 'long'],
  [15, 0, 15, 'late'],
  [12, 20, 10, 'late'],
])('%i minutes with limits of %i and %i are %s', (minutes, waitWarnMinutes, waitLateMinutes, level) => {
  expect(waitLevel(minutes, { waitWarnMinutes, waitLateMinutes })).toBe(level);
});
