export interface Backoff {
  minMs: number;
  maxMs: number;
}

/**
 * Milliseconds until the next attempt: exponential with full jitter, so that a thousand sessions do not come back in the
 * same second.
 *
 * @param retries attempts that failed in a row, from 1
 */
export function backoffMs(retries: number, backoff: Backoff, random: () => number = Math.random): number {
  const ceiling = Math.min(backoff.maxMs, backoff.minMs * 2 ** Math.min(retries, 30));
  return Math.round(backoff.minMs + random() * (ceiling - backoff.minMs));
}
