/** Chance that a seed repeats. */
export interface Chance {
  /** A number in [0, 1). */
  next(): number;
  /** Whole, both ends included. */
  between(least: number, most: number): number;
  pick<T>(from: readonly T[]): T;
}

/** Mulberry32: small, and the same everywhere. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick<T>(from: readonly T[]): T {
      const found = from[Math.floor(next() * from.length)];
      if (found === undefined) throw new Error('nothing to choose from');
      return found;
    },
  };
}
