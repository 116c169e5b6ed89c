import type { Log } from '../log.ts';
import type { ServerClock } from '../store/server-clock.ts';
import type { Clock } from './clock.ts';

/** The server's time on a computer whose own clock may be wrong by a day, and may be set right at any moment. */
export interface ServerTime {
  now(): number;
  /** Never the same instant twice: the order of an agent's actions is the order of the instants. */
  next(): string;
  /** The server has sent its time. */
  told(serverTime: string): void;
  /** Whole minutes by which the server's clock is ahead. */
  aheadMinutes(): number;
}

interface Deps {
  clock: Clock;
  kept: ServerClock;
  log: Log;
}

const MINUTE_MS = 60_000;

export function createServerTime({ clock, kept, log }: Deps): ServerTime {
  const known = kept.get();
  /** By how much the server's time was ahead of this computer's clock when that was stored. */
  let stored = known.offset;
  // The clock was set back since the last run: the server's time never runs backwards.
  let from = { server: Math.max(clock.now() + known.offset, known.seen), elapsed: clock.elapsed() };
  let last = 0;

  const now = () => Math.round(from.server + clock.elapsed() - from.elapsed);
  const offset = () => now() - clock.now();

  /** Stored for the next run, which has only this computer's clock. */
  function keep(): void {
    stored = offset();
    try {
      kept.keep({ offset: stored, seen: now() });
    } catch (error) {
      // The disk is most likely full. The server sends its time again on each connection.
      log.warn({ err: error }, "the server's time could not be kept");
    }
  }

  return {
    now,
    next() {
      if (Math.abs(offset() - stored) > MINUTE_MS) keep();
      last = Math.max(now(), last + 1);
      return new Date(last).toISOString();
    },
    told(serverTime) {
      from = { server: Date.parse(serverTime), elapsed: clock.elapsed() };
      keep();
    },
    aheadMinutes: () => Math.round(offset() / MINUTE_MS),
  };
}
