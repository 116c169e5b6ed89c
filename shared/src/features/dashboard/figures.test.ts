import fc from 'fast-check';
import { expect, it } from 'vitest';
import { blocksOf } from './figures.ts';

it('makes of blocks, added and taken away, each day of a range once and no other', () => {
  const range = fc.record({
    first: fc.integer({ min: 9_000, max: 9_083 }),
    days: fc.integer({ min: 1, max: 366 }),
  });
  fc.assert(
    fc.property(range, ({ first, days }) => {
      const blocks = blocksOf(first, first + days - 1);
      const times = new Map<number, number>();
      for (const { span, block, sign } of blocks)
        for (let day = block * span; day < (block + 1) * span; day += 1)
          times.set(day, (times.get(day) ?? 0) + sign);
      const counted = [...times].filter(([, count]) => count !== 0).toSorted(([a], [b]) => a - b);
      expect(counted).toEqual(Array.from({ length: days }, (_, index) => [first + index, 1]));
      expect(blocks.length).toBeLessThanOrEqual(25);
    }),
  );
});
