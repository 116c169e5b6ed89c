import fc from 'fast-check';
import { expect, it } from 'vitest';
import { backoffMs } from './backoff.ts';

it('waits between the bounds, longer each time on average, and never longer than the maximum', () => {
  const backoff = { minMs: 1_000, maxMs: 300_000 };
  fc.assert(
    fc.property(fc.nat(10_000), fc.double({ min: 0, max: 1, noNaN: true }), (retries, random) => {
      const ms = backoffMs(retries + 1, backoff, () => random);
      expect(ms).toBeGreaterThanOrEqual(1_000);
      expect(ms).toBeLessThanOrEqual(300_000);
    }),
  );
  expect([1, 2, 3, 20].map((retries) => backoffMs(retries, backoff, () => 1))).toEqual([
    2_000, 4_000, 8_000, 300_000,
  ]);
});
