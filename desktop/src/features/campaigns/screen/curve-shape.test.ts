import { expect, test } from 'vitest';
import { grown, lineThrough, nearest, roundTop, xsOf } from './curve-shape.ts';

const BOX = { left: 10, top: 0, width: 100, height: 50 };
const at = (
  minute: number,
  figures: Partial<Record<'sent' | 'delivered' | 'read' | 'answered', number>>,
) => ({
  at: new Date(Date.UTC(2026, 10, 28, 12, minute)).toISOString(),
  sent: 0,
  delivered: 0,
  read: 0,
  answered: 0,
  ...figures,
});

test('a curve grows by what came at each moment, and quiet times take their room', () => {
  const curve = [at(0, { sent: 3 }), at(1, { sent: 2, delivered: 4 }), at(10, { delivered: 1, read: 2 })];
  expect(grown(curve)).toEqual([
    at(0, { sent: 3 }),
    at(1, { sent: 5, delivered: 4 }),
    at(10, { sent: 5, delivered: 5, read: 2 }),
  ]);
  expect(xsOf(curve, BOX)).toEqual([10, 20, 110]);
  expect(lineThrough([10, 20, 110], [50, 25, 0])).toBe('M10.0 50.0L20.0 25.0L110.0 0.0');
});

test('a scale ends at a round number that holds the highest figure', () => {
  expect([0, 1, 2, 3, 9, 10, 11, 4_999, 50_001].map(roundTop)).toEqual([
    2, 2, 2, 5, 10, 10, 20, 5_000, 100_000,
  ]);
});

test('the pointer finds the nearest moment, beside the picture too', () => {
  expect([-5, 14, 16, 64, 66, 500].map((x) => nearest(x, [10, 20, 110]))).toEqual([0, 0, 1, 1, 2, 2]);
});
