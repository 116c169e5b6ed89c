import { appendFileSync } from 'node:fs';
import { createChance } from './nemesis/random.ts';

/**
 * The long proofs (kill matrix, random faults, models) run as a sample that each commit draws again; `pnpm test:deep`
 * runs them whole. `SEED=…` draws the same sample again.
 */
export const SEED = Number(process.env.SEED ?? 0);
export const DEEP = process.env.DEEP === '1';
/** Where a run collects what was drawn, to tell it at its end. */
const NOTES = process.env.BALCAO_DRAWN;

/**
 * Returns so many of `all`, in their order; all of them in a deep run.
 *
 * @param what the name under which the run tells at its end what was drawn
 * @param nameOf the name of one of them
 */
export function sampleOf<T>(
  all: readonly T[],
  count: number,
  what: string,
  nameOf: (one: T) => string = String,
): readonly T[] {
  if (DEEP || count >= all.length) return all;
  const chance = createChance(SEED);
  const drawn = new Set<T>();
  while (drawn.size < count) drawn.add(chance.pick(all));
  const sample = all.filter((one) => drawn.has(one));
  noteDrawn(what, sample.map(nameOf), all.length);
  return sample;
}

/** @param of how many there are to draw from, where that is known */
export function noteDrawn(what: string, names: readonly string[], of?: number): void {
  if (NOTES) appendFileSync(NOTES, `${JSON.stringify({ what, names, of })}\n`);
}
