import type { Log } from '../log.ts';
import type { ServerClock } from '../store/server-clock.ts';
import type { Clock } from './clock.ts';

/** The server's time on a computer whose own clock may be wrong by a day, and may be set right at any moment. */
export interface ServerTime {
  now(): number;
  /** Never the same instant twice: the order in which somebody acted is the order of the instants. */
  next(): string;
  /** The server has said what time it is. */
  told(serverTime: string): void;
  /** Whole minutes by which the server's clock is ahead. */
  aheadMinutes(): number;
}

interface Deps {
  clock: Clock;
  store: ServerClock;
  log: Log;
}

const MINUTE_MS = 60_000;

export function createServerTime({ clock, store, log }: Deps): ServerTime {
  const known = store.serverClock();
  // Somebody has set the clock back since: the server's time never runs backwards.
  let offset = Math.max(known.offset, known.seen - clock.now());
  let last = 0;

  const now = () => clock.now() + offset;

  return {
    now,
    next() {
      last = Math.max(now(), last + 1);
      return new Date(last).toISOString();
    },
    told(serverTime) {
      const seen = Date.parse(serverTime);
      offset = seen - clock.now();
      try {
        store.keepServerClock({ offset, seen });
      } catch (error) {
        // A full disk, most likely. It is told anew with each line.
        log.warn({ err: error }, "the server's time could not be kept");
      }
    },
    aheadMinutes: () => Math.round(offset / MINUTE_MS),
  };
}
