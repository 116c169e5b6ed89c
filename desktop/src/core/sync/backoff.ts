const SHORTEST_MS = 500;
const LONGEST_MS = 30_000;

/** Pauses between attempts: full jitter between half a second and a limit that doubles up to half a minute. */
export interface Backoff {
  next(): number;
  reset(): void;
}

/** @param random in [0, 1) */
export function createBackoff(random: () => number): Backoff {
  let attempts = 0;
  return {
    next() {
      attempts += 1;
      const limit = Math.min(LONGEST_MS, SHORTEST_MS * 2 ** attempts);
      return Math.round(SHORTEST_MS + random() * (limit - SHORTEST_MS));
    },
    reset() {
      attempts = 0;
    },
  };
}
