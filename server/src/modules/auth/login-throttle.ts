import { AppError } from '@balcao/shared/errors.ts';

/**
 * Slows guessing down, for each account and for each address, doubling with every failure. It stands before sign-in
 * only, so nobody can lock a colleague out of a running session; and it treats unknown accounts like known ones.
 */
export interface LoginThrottle {
  /** Throws ERR_TOO_MANY_REQUESTS {seconds}, or does the attempt. Attempts on one account run one after the other. */
  guard<T>(keys: { account: string; address: string }, attempt: () => Promise<T>): Promise<T>;
}

interface Failures {
  count: number;
  last: number;
  blockedUntil: number;
}

/** A person mistypes; behind one address a whole office signs in. */
const FREE = { account: 5, address: 50 };
const LONGEST_MS = 15 * 60_000;
/** Failures older than this are forgotten. */
const MEMORY_MS = 60 * 60_000;
const MAX_KEYS = 10_000;

export function createLoginThrottle(clock: () => Date): LoginThrottle {
  const failures = new Map<string, Failures>();
  const running = new Map<string, Promise<unknown>>();

  function assertFree(key: string, now: number): void {
    const known = failures.get(key);
    if (!known || known.blockedUntil <= now) return;
    throw new AppError('ERR_TOO_MANY_REQUESTS', { seconds: Math.ceil((known.blockedUntil - now) / 1000) });
  }

  function noteFailure(key: string, free: number, now: number): void {
    const known = failures.get(key);
    const count = known && now - known.last < MEMORY_MS ? known.count + 1 : 1;
    const delay = count < free ? 0 : Math.min(1000 * 2 ** Math.min(count - free, 20), LONGEST_MS);
    // The newest failure is the last key, so the first key is the one to forget.
    failures.delete(key);
    failures.set(key, { count, last: now, blockedUntil: now + delay });
    const oldest = failures.keys().next();
    if (failures.size > MAX_KEYS && !oldest.done) failures.delete(oldest.value);
  }

  async function attemptNow<T>(account: string, address: string, attempt: () => Promise<T>): Promise<T> {
    const now = clock().getTime();
    assertFree(account, now);
    assertFree(address, now);
    try {
      const result = await attempt();
      failures.delete(account);
      return result;
    } catch (error) {
      if (error instanceof AppError && error.code === 'ERR_INVALID_CREDENTIALS') {
        noteFailure(account, FREE.account, now);
        noteFailure(address, FREE.address, now);
      }
      throw error;
    }
  }

  return {
    async guard(keys, attempt) {
      const account = `account ${keys.account}`;
      const before = running.get(account) ?? Promise.resolve();
      // Parallel guesses would all pass before the first failure is known.
      const mine = before.then(() => attemptNow(account, `address ${keys.address}`, attempt));
      const settled = mine.catch(() => {});
      running.set(account, settled);
      try {
        return await mine;
      } finally {
        if (running.get(account) === settled) running.delete(account);
      }
    },
  };
}
