import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable } from '../platform/db/errors.ts';
import type { Lifecycle } from '../platform/lifecycle.ts';
import type { Log } from '../platform/log.ts';

const AGAIN_MS = 3_000;

/**
 * Does what makes use of a database beside the first one, now or as soon as it is there: companies of the others do not
 * wait for it.
 *
 * @param use may be called again when it has failed
 * @returns when it is used, or away
 * @throws what is wrong with it, unless it was away first: then that is logged
 */
export async function whenThere(
  name: string,
  use: () => Promise<void>,
  { log, lifecycle }: { log: Log; lifecycle: Lifecycle },
): Promise<void> {
  try {
    await use();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    log.error({ err: error, database: name }, 'a database is away: its companies wait until it is there');
    void keepTrying();
  }

  async function keepTrying(): Promise<void> {
    while (!lifecycle.draining) {
      await sleep(AGAIN_MS, undefined, { ref: false });
      try {
        await use();
        log.info({ database: name }, 'the database is there');
        return;
      } catch (error) {
        if (!isUnavailable(error)) log.error({ err: error, database: name }, 'a database cannot be used');
      }
    }
  }
}
