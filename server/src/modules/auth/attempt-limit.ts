import { createHash } from 'node:crypto';
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { networkOf } from '../../platform/http/network.ts';
import * as repo from './attempts.repo.ts';

/**
 * Slows guessing down, for each account and for each address, doubling with every attempt that counts, at all processes
 * together. It stands before secrets that people type and never before a running session, so nobody can lock a colleague
 * out of one; and it treats unknown accounts like known ones.
 */
export interface AttemptLimit {
  /**
   * Throws ERR_TOO_MANY_REQUESTS {seconds}, or does the attempt. Attempts on one account run one after the other in each
   * process.
   */
  guard<T>(keys: { account: string; address?: string }, attempt: () => Promise<T>): Promise<T>;
}

interface AttemptLimitOptions {
  db: Database;
  clock: () => Date;
  /** The secret that is tried: each kind is counted for itself. */
  of:
    | 'sign-in'
    | 'own password'
    | 'reset request'
    | 'reset link'
    | 'invitation link'
    | 'sign-in code'
    | 'passkey'
    | 'passkey link'
    | 'company sign-in'
    | 'company sign-in code';
  /** Attempts that count and are answered at once. */
  free: { account: number; address: number };
  /** The failures that count; without, every attempt does. */
  failures?: readonly ErrorCode[];
}

interface Trier {
  key: string;
  free: number;
}

const LONGEST_MS = 15 * 60_000;

export function createAttemptLimit({ db, clock, of, free, failures }: AttemptLimitOptions): AttemptLimit {
  const running = new Map<string, Promise<unknown>>();
  const keyOf = (who: string) => createHash('sha256').update(`${of} ${who}`).digest('base64');

  async function assertFree(triers: readonly Trier[], now: Date): Promise<void> {
    const known = await db.asSystem((tx) => repo.find(tx, keysOf(triers), now));
    const waits = known.map(({ key, count, lastAt }) => {
      const pause = pauseAfter(count, triers.find((trier) => trier.key === key)?.free ?? 0);
      // Another process's clock may be ahead.
      return pause - Math.max(0, now.getTime() - lastAt.getTime());
    });
    const waitMs = Math.max(0, ...waits);
    if (waitMs > 0) throw new AppError('ERR_TOO_MANY_REQUESTS', { seconds: Math.ceil(waitMs / 1000) });
  }

  async function attemptNow<T>(account: Trier, address: Trier | null, attempt: () => Promise<T>): Promise<T> {
    const triers = address ? [account, address] : [account];
    const now = clock();
    await assertFree(triers, now);
    const note = () => db.asSystem((tx) => repo.note(tx, keysOf(triers), now));
    if (!failures) await note();
    try {
      const result = await attempt();
      if (failures) await db.asSystem((tx) => repo.forget(tx, account.key));
      return result;
    } catch (error) {
      if (error instanceof AppError && failures?.includes(error.code)) await note();
      throw error;
    }
  }

  return {
    async guard(keys, attempt) {
      const account = { key: keyOf(`account ${keys.account}`), free: free.account };
      const address =
        keys.address === undefined
          ? null
          : { key: keyOf(`address ${networkOf(keys.address)}`), free: free.address };
      // Parallel guesses would all pass before the first failure is known.
      const before = running.get(keys.account) ?? Promise.resolve();
      const mine = before.then(() => attemptNow(account, address, attempt));
      const settled = mine.catch(() => {});
      running.set(keys.account, settled);
      try {
        return await mine;
      } finally {
        if (running.get(keys.account) === settled) running.delete(keys.account);
      }
    },
  };
}

const keysOf = (triers: readonly Trier[]) => triers.map(({ key }) => key);

const pauseAfter = (attempts: number, atOnce: number): number =>
  attempts < atOnce ? 0 : Math.min(1000 * 2 ** Math.min(attempts - atOnce, 20), LONGEST_MS);
