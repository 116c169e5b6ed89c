import { expect, test } from 'vitest';
import { lineThrough, nearest, roundTop } from './curve-shape.ts';

const BOX = { left: 10, top: 0, width: 100, height: 50 };

test('a scale ends at a round number that holds the highest figure', () => {
  expect([0, 1, 2, 3, 9, 10, 11, 4_999, 50_001].map(roundTop)).toEqual([
    2, 2, 2, 5, 10, 10, 20, 5_000, 100_000,
  ]);
});

test('a line begins at the left, ends at the right, and rises with its figures', () => {
  expect(lineThrough([0, 5, 10], 10, BOX)).toBe('M10.0 50.0L60.0 25.0L110.0 0.0');
  expect(lineThrough([10], 10, BOX)).toBe('M110.0 0.0');
});

test('the pointer finds the nearest moment, beside the picture too', () => {
  expect([-5, 10, 34, 36, 110, 500].map((x) => nearest(x, 3, BOX))).toEqual([0, 0, 0, 1, 2, 2]);
});
