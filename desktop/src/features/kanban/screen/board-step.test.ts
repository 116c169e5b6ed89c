import { expect, it } from 'vitest';
import { boardStep } from './board-step.ts';

it('walks over cards and past lanes without any, and stops at the edges', () => {
  const lanes = [[1, 2, 3], [], [4, 5]].map((ids) => ({ ids }));
  const walk = (lane: number, id: number, ...keys: string[]) =>
    keys.map((key) => boardStep(lanes, { lane, id }, key));
  expect(walk(0, 3, 'ArrowUp', 'ArrowDown', 'Home', 'ArrowLeft', 'ArrowRight', 'x')).toEqual([
    2,
    3,
    1,
    3,
    5,
    null,
  ]);
  expect(walk(2, 4, 'ArrowUp', 'End', 'ArrowLeft', 'ArrowRight')).toEqual([4, 5, 1, 4]);
});
