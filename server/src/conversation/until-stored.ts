import { setTimeout as sleep } from 'node:timers/promises';
import { toAppError } from '../platform/db/errors.ts';
import type { Log } from '../platform/log.ts';

const RETRY_MS = { first: 200, most: 1_000 };

interface Storing<Fact> {
  log: Log;
  connectionId: number;
  store(fact: Fact): Promise<void>;
  /** The same with nothing of it that a stranger wrote; null when there is no such thing. */
  withoutContent(fact: Fact): Fact | null;
}

/** Tries again and again while the database is away: WhatsApp believes the message delivered. */
export async function untilStored<Fact>(
  fact: Fact,
  { log, connectionId, store, withoutContent }: Storing<Fact>,
): Promise<void> {
  let current = fact;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await store(current);
    } catch (error) {
      const kind = faultOf(error);
      log.warn({ err: error, connectionId, kind, attempt }, 'event not stored yet');
      if (kind === 'content') {
        const harmless = withoutContent(current);
        if (!harmless || harmless === current || attempt > 5) throw error;
        current = harmless;
      } else if (kind === 'away') {
        await waitFor(attempt);
      } else if (attempt > 20) throw error;
    }
  }
}

/** A phone asks for a message once: to fail because the database is away would be a no for ever. */
export async function untilRead<T>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await read();
    } catch (error) {
      if (faultOf(error) !== 'away') throw error;
      await waitFor(attempt);
    }
  }
}

const waitFor = (attempt: number) => sleep(Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** attempt));

/**
 * - `race`: somebody else created the same contact or ticket in this moment; the next attempt finds it.
 * - `away`: the database, or the way to it.
 * - `content`: the database's word, or a fault of ours, on what is in the message. It will be the same next time, and
 *   must not hold up everybody else for ever.
 */
function faultOf(error: unknown): 'race' | 'content' | 'away' {
  const { code, name } = error as { code?: unknown; name?: string };
  if (code === '23505' || code === '40P01' || code === '40001') return 'race';
  if (toAppError(error).code === 'ERR_UNAVAILABLE') return 'away';
  return name === 'PostgresError' || code === undefined ? 'content' : 'away';
}
