/** A token bucket: `capacity` at once, then `perSecond`. */
export function createRateBucket(options: { capacity: number; perSecond: number; now(): number }) {
  let tokens = options.capacity;
  let at = options.now();
  return {
    /** @returns false when the bucket is empty. */
    take(): boolean {
      const now = options.now();
      tokens = Math.min(options.capacity, tokens + ((now - at) / 1_000) * options.perSecond);
      at = now;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
