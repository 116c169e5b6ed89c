import { expect, test } from 'vitest';
import { createForeignReadings } from './foreign-readings.ts';

test('a conversation of others is told once an hour, and never an own one', () => {
  const ME = 1;
  const tickets: Record<number, { userId: number | null; queueId: number | null }> = {
    10: { userId: ME, queueId: 99 },
    11: { userId: null, queueId: 5 },
    12: { userId: null, queueId: null },
    20: { userId: 2, queueId: 5 },
    21: { userId: null, queueId: 99 },
  };
  let now = 0;
  const told: number[] = [];
  const readings = createForeignReadings({
    ticket: (id) => tickets[id],
    person: () => ({ userId: ME, queueIds: [5] }),
    now: () => now,
    tell: (id) => told.push(id),
  });
  readings.shown([10, 11, 12, 20, 404]);
  readings.shown([20, 21]);
  now = 3_599_999;
  readings.shown([20, 21]);
  expect(told).toEqual([20, 21]);
  now = 3_600_000;
  readings.shown([20]);
  expect(told).toEqual([20, 21, 20]);
});
