import { AppError, type ErrorCode } from '@balcao/shared/errors.ts';
import { networkOf } from '../../platform/http/network.ts';

/**
 * Slows guessing down, for each account and for each address, doubling with every attempt that counts. It stands
 * before secrets that people type and never before a running session, so nobody can lock a colleague out of one; and
 * it treats unknown accounts like known ones.
 */
export interface AttemptLimit {
  /** Throws ERR_TOO_MANY_REQUESTS {seconds}, or does the attempt. Attempts on one account run one after the other. */
  guard<T>(keys: { account: string; address?: string }, attempt: () => Promise<T>): Promise<T>;
}

interface AttemptLimitOptions {
  clock: () => Date;
  /** Attempts that count and are answered at once. */
  free: { account: number; address: number };
  /** The failures that count; without, every attempt does. */
  failures?: readonly ErrorCode[];
}

interface Attempts {
  count: number;
  last: number;
  blockedUntil: number;
}

const LONGEST_MS = 15 * 60_000;
/** Attempts older than this are forgotten. */
const MEMORY_MS = 60 * 60_000;
const MAX_KEYS = 10_000;

export function createAttemptLimit({ clock, free, failures }: AttemptLimitOptions): AttemptLimit {
  const counted = new Map<string, Attempts>();
  const running = new Map<string, Promise<unknown>>();

  function assertFree(key: string, now: number): void {
    const known = counted.get(key);
    if (!known || known.blockedUntil <= now) return;
    throw new AppError('ERR_TOO_MANY_REQUESTS', { seconds: Math.ceil((known.blockedUntil - now) / 1000) });
  }

  function count(key: string, atOnce: number, now: number): void {
    const known = counted.get(key);
    const attempts = known && now - known.last < MEMORY_MS ? known.count + 1 : 1;
    const delay = attempts < atOnce ? 0 : Math.min(1000 * 2 ** Math.min(attempts - atOnce, 20), LONGEST_MS);
    // The newest attempt is the last key, so the first key is the one to forget.
    counted.delete(key);
    counted.set(key, { count: attempts, last: now, blockedUntil: now + delay });
    const oldest = counted.keys().next();
    if (counted.size > MAX_KEYS && !oldest.done) counted.delete(oldest.value);
  }

  async function attemptNow<T>(
    account: string,
    address: string | null,
    attempt: () => Promise<T>,
  ): Promise<T> {
    const now = clock().getTime();
    assertFree(account, now);
    if (address) assertFree(address, now);
    const note = () => {
      count(account, free.account, now);
      if (address) count(address, free.address, now);
    };
    if (!failures) note();
    try {
      const result = await attempt();
      if (failures) counted.delete(account);
      return result;
    } catch (error) {
      if (error instanceof AppError && failures?.includes(error.code)) note();
      throw error;
    }
  }

  return {
    async guard(keys, attempt) {
      const account = `account ${keys.account}`;
      const before = running.get(account) ?? Promise.resolve();
      // Parallel guesses would all pass before the first failure is known.
      const address = keys.address === undefined ? null : `address ${networkOf(keys.address)}`;
      const mine = before.then(() => attemptNow(account, address, attempt));
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
