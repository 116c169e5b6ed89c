import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withinRollout } from './rollout.ts';

const installation = fc.uuid();
const version = fc.tuple(fc.nat(9), fc.nat(30), fc.nat(30)).map((parts) => parts.join('.'));
const percentage = fc.integer({ min: 0, max: 100 });

it('gives the same answer every time, to nobody at 0 and to everybody at 100 or without a percentage', () => {
  fc.assert(
    fc.property(installation, version, percentage, (id, next, percent) => {
      expect(withinRollout(id, next, percent)).toBe(withinRollout(id, next, percent));
      expect([0, 100, undefined, null].map((all) => withinRollout(id, next, all))).toEqual([
        false,
        true,
        true,
        true,
      ]);
      expect(withinRollout(id, next, 'soon')).toBe(false);
    }),
  );
});

it('only ever adds installations when the percentage grows', () => {
  fc.assert(
    fc.property(installation, version, percentage, percentage, (id, next, one, other) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)];
      expect(!withinRollout(id, next, less) || withinRollout(id, next, more)).toBe(true);
    }),
  );
});

it('reaches about the percentage, and not the same ones first with every version', () => {
  const ids = Array.from({ length: 10_000 }, (_, index) => `installation ${index}`);
  const first = (next: string) => new Set(ids.filter((id) => withinRollout(id, next, 20)));
  const [one, other] = [first('1.2.3'), first('1.2.4')];
  // 2,000 of 10,000, and 400 in both, with a margin far beyond chance.
  for (const reached of [one, other]) expect(Math.abs(reached.size - 2_000)).toBeLessThan(200);
  expect(Math.abs([...one].filter((id) => other.has(id)).length - 400)).toBeLessThan(100);
});
