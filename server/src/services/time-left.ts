import type { Limits } from './outside.ts';

/** Shares the time of a call among its requests: what each is given when it begins. */
export function shareTime({ timeoutMs, signal }: Limits): () => Limits {
  const endsAt = performance.now() + timeoutMs;
  return () => ({ timeoutMs: Math.max(1, Math.ceil(endsAt - performance.now())), signal });
}
