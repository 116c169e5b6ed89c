import type { Log } from '../../platform/log.ts';
import type { Journal } from './journal.ts';
import type { LiveSocket } from './socket.ts';

/** A close code of our own: stanzas came and no events. */
export const STALLED = 'no events';

/** How often the watchdog looks within the time that makes a session deaf. */
const CHECKS_UNTIL_STALLED = 6;
/** Deaf again within so many times that time: the new socket did not help. */
const STALLED_AGAIN_WITHIN = 5;

interface HearingDeps {
  log: Log;
  journal: Journal;
  stalledMs: number;
  /** The new socket did not help. */
  onUnrecoverable(): void;
}

/**
 * Ends a socket that has gone deaf, so that another one follows (hazard H6).
 *
 * @returns a function that watches a socket, and returns how to stop
 */
export function createHearingWatch({ log, journal, stalledMs, onUnrecoverable }: HearingDeps) {
  let stalledAt = Number.NEGATIVE_INFINITY;

  function check(live: LiveSocket): void {
    live.showSwallowed(stalledMs);
    if (!journal.isDeaf(stalledMs)) return;
    log.error('stanzas arrive and no events come out');
    const now = performance.now();
    if (now - stalledAt < STALLED_AGAIN_WITHIN * stalledMs) onUnrecoverable();
    else void live.end(STALLED);
    stalledAt = now;
  }

  return (live: LiveSocket): (() => void) => {
    const timer = setInterval(() => check(live), stalledMs / CHECKS_UNTIL_STALLED);
    return () => clearInterval(timer);
  };
}
