import { describe, expect, test } from 'vitest';
import { newAbove } from './new-above.ts';

describe('what has come above the rows in sight', () => {
  test.each([
    ['nothing moved', [1, 2, 3, 4], 2, []],
    ['a new one', [9, 1, 2, 3, 4], 2, [9]],
    ['one from further down', [4, 1, 2, 3], 1, [4]],
    ['the first one in sight itself', [3, 1, 2, 4], 2, [3]],
    ['one that stood above already, with news', [2, 1, 3, 4], 2, [2]],
    ['several, the newest first', [9, 4, 8, 1, 2, 3], 2, [9, 4, 8]],
    ['rows that left', [1, 3, 4], 2, []],
    ['older ones at the end', [1, 2, 3, 4, 5, 6], 2, []],
    ['everything else', [7, 8], 2, []],
  ])('%s', (_name, now, firstVisible, expected) => {
    expect(newAbove([1, 2, 3, 4], now, firstVisible)).toEqual(expected);
  });
});
