import type { Log } from '../log.ts';
import type { OfflineTime } from '../store/offline-time.ts';

/**
 * What customers wrote does not lie on a computer for ever that the server cannot tell of what was erased: after so many days
 * without it the copies are let go of, and come again with the line. What the agent wrote stays.
 */
export interface OfflineLimit {
  /** It is time, or the line's state is another one. */
  look(): void;
  stop(): void;
}

interface Deps {
  kept: OfflineTime;
  /** By this computer's clock: one that is turned back gives nobody more time. */
  now(): number;
  days(): number;
  /** The rows are what the server has. */
  isLive(): boolean;
  expired(): void;
  log: Log;
}

const DAY_MS = 86_400_000;
const EVERY_MS = 600_000;
/** So exactly is the time known. */
const STEP_MS = 60_000;

export function createOfflineLimit({ kept, now, days, isLive, expired, log }: Deps): OfflineLimit {
  const timer = setInterval(look, EVERY_MS);
  timer.unref();

  function look(): void {
    try {
      if (!keepTime()) return;
    } catch (err) {
      log.warn({ err }, 'how long the server was away could not be kept');
      return;
    }
    log.warn({}, 'the server was away for too long: its rows leave this computer');
    expired();
  }

  /** @returns whether the server has been away for too long */
  function keepTime(): boolean {
    const known = kept.get();
    const isKnown = !isLive() && known.syncedAt > 0;
    const latestAt = isKnown ? Math.max(known.latestAt, now()) : now();
    const syncedAt = isKnown ? known.syncedAt : latestAt;
    const isOver = latestAt - syncedAt > days() * DAY_MS;
    // Counted anew: the next time there is nothing to let go of.
    const next = isOver ? { syncedAt: latestAt, latestAt } : { syncedAt, latestAt };
    // The state of the line changes with each command, and what is kept waits for the disk.
    const isNear = Math.abs(next.latestAt - known.latestAt) < STEP_MS;
    if (!isNear || next.syncedAt < known.syncedAt || next.syncedAt - known.syncedAt >= STEP_MS)
      kept.keep(next);
    return isOver;
  }

  return { look, stop: () => clearInterval(timer) };
}
