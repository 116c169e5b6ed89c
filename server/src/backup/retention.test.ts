import { expect, it } from 'vitest';
import type { Snapshot } from './repository.ts';
import { leadingTo, obsolete } from './retention.ts';

const day = (text: string) => new Date(`2026-01-${text}:00Z`);
const snapshot = (id: string, since: string, at: string): Snapshot => ({
  id,
  since: day(since),
  at: day(at),
  paths: [],
});
const ALL = [
  snapshot('a1', '01T03:00', '01T03:01'),
  snapshot('a2', '01T03:00', '02T03:00'),
  snapshot('b1', '02T02:59', '02T03:00'),
  snapshot('b2', '02T02:59', '03T03:00'),
  snapshot('c1', '03T02:59', '03T03:01'),
  snapshot('c2', '03T02:59', '03T12:00'),
];

it('keeps the last backup of each copy of the database as long as told, and all of the newest', () => {
  expect(obsolete(ALL, day('03T12:00'), 30)).toEqual(['a1', 'b1']);
  expect(obsolete(ALL, day('03T12:00'), 1)).toEqual(['a1', 'a2', 'b1']);
  // However old it is.
  expect(obsolete(ALL.slice(4), day('31T12:00'), 1)).toEqual([]);
});

it('goes the shortest way to a moment, and names the moments there are', () => {
  expect(leadingTo(ALL, null).id).toBe('c2');
  expect(leadingTo(ALL, day('01T12:00')).id).toBe('a2');
  expect(leadingTo(ALL, day('03T02:59')).id).toBe('c1');
  expect(() => leadingTo(ALL, day('04T00:00'))).toThrow(/2026-01-03T02:59:00.000Z to 2026-01-03T12:00/);
  expect(() => leadingTo([], null)).toThrow('There is no backup yet');
});
