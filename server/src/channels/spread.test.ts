import fc from 'fast-check';
import { expect, it } from 'vitest';
import { excessOf, type Holder, roomBeside, shareOf } from './spread.ts';

const holders = fc
  .array(fc.record({ capacity: fc.integer({ min: 1, max: 200 }), draining: fc.boolean() }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((rows): Holder[] => rows.map((row, index) => ({ ...row, id: String(index), held: 0 })));

it('the shares of all who stay have room for every session, as far as there is any, and none is beyond its own', () => {
  fc.assert(
    fc.property(holders, fc.integer({ min: 0, max: 3_000 }), (all, wanted) => {
      const shares = all.map(({ id }) => shareOf(id, all, wanted));
      const room = all.reduce((sum, { capacity, draining }) => sum + (draining ? 0 : capacity), 0);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeGreaterThanOrEqual(Math.min(wanted, room));
      for (const [index, { capacity, draining }] of all.entries())
        expect(shares[index]).toBeLessThanOrEqual(draining ? 0 : capacity);
    }),
  );
});

it('two machines of the same size share evenly, a larger one takes more, one that is emptied nothing', () => {
  const small = { id: 'a', capacity: 50, draining: false, held: 30 };
  const same = { ...small, id: 'b' };
  const large = { ...small, id: 'c', capacity: 100 };
  expect(shareOf('a', [small, same], 30)).toBe(15);
  expect([shareOf('a', [small, large], 30), shareOf('c', [small, large], 30)]).toEqual([10, 20]);
  expect(shareOf('a', [{ ...small, draining: true }, same], 30)).toBe(0);
  expect(shareOf('nobody', [small, same], 30)).toBe(0);
  expect(roomBeside('a', [small, same, large])).toBe(20 + 70);
});

it('a number does not move for a difference that the next link may make', () => {
  expect([excessOf(16, 15), excessOf(17, 15), excessOf(54, 50), excessOf(56, 50), excessOf(3, 5)]).toEqual([
    0, 2, 0, 6, 0,
  ]);
});
