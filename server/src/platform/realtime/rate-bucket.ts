/** A token bucket: `capacity` at once, then `perSecond`. */
export function createRateBucket(options: { capacity: number; perSecond: number; now(): number }) {
  let tokens = options.capacity;
  let at = options.now();
  return {
    /** @returns false, and takes nothing, when there is less than `cost` in the bucket. */
    take(cost = 1): boolean {
      const now = options.now();
      tokens = Math.min(options.capacity, tokens + ((now - at) / 1_000) * options.perSecond);
      at = now;
      if (tokens < cost) return false;
      tokens -= cost;
      return true;
    },
  };
}
