import { createBackoff } from './backoff.ts';
import { type Clock, createTimer } from './clock.ts';

/** The pauses between attempts. */
export interface Pauses {
  /** When the next attempt starts, in ms since 1970; null when none is planned. */
  endsAt(): number | null;
  begin(): void;
  cancel(): void;
  /** The server has said how long the next pause should be. */
  suggest(ms: number): void;
  /** The pauses grown so far no longer apply. */
  reset(): void;
}

interface Deps {
  clock: Clock;
  random(): number;
  ended(): void;
}

/** Spreads the consoles to which a restarting server gave the same time. */
const SPREAD_MS = 500;

export function createPauses({ clock, random, ended }: Deps): Pauses {
  const backoff = createBackoff(random);
  const timer = createTimer(clock);
  let endsAt: number | null = null;
  let suggested: number | null = null;

  return {
    endsAt: () => endsAt,
    begin() {
      const ms = suggested === null ? backoff.next() : suggested + Math.round(random() * SPREAD_MS);
      suggested = null;
      endsAt = clock.now() + ms;
      timer.set(ms, ended);
    },
    cancel() {
      timer.clear();
      endsAt = null;
    },
    suggest(ms) {
      suggested = ms;
    },
    reset: backoff.reset,
  };
}
