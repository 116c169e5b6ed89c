import { createChance } from './nemesis/random.ts';

/**
 * The long proofs (kill matrix, random faults, models) run as a sample that each commit draws again; `pnpm test:deep`
 * runs them whole. `SEED=…` draws the same sample again.
 */
export const SEED = Number(process.env.SEED ?? 0);
export const DEEP = process.env.DEEP === '1';

/** Returns so many of `all`, in their order; all of them in a deep run. */
export function sampleOf<T>(all: readonly T[], count: number): readonly T[] {
  if (DEEP) return all;
  const chance = createChance(SEED);
  const drawn = new Set<T>();
  while (drawn.size < Math.min(count, all.length)) drawn.add(chance.pick(all));
  return all.filter((one) => drawn.has(one));
}
