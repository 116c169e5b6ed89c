import { UNDO_SECONDS } from '@balcao/shared/features/composer/bridge.ts';
import { type Clock, createTimer, systemClock } from '../sync/clock.ts';

/** Releases commands that were not undone in time. */
export interface UndoTimers {
  /** The held commands may have changed. */
  watch(): void;
  stop(): void;
}

interface Held {
  until: number;
  release(): void;
}

interface Deps {
  /** Held commands in the order of their release. */
  held(): Held[];
  clock?: Clock;
}

const LONGEST_MS = Math.max(...UNDO_SECONDS) * 1_000;

/** A restart ends every hold: no screen shows the countdown any more, and the command was meant to be sent. */
export function createUndoTimers({ held, clock = systemClock }: Deps): UndoTimers {
  const timer = createTimer(clock);

  function releaseDue(isDue: (one: Held) => boolean): void {
    for (const one of held().filter(isDue)) one.release();
  }

  function watch(): void {
    const next = Math.min(...held().map(({ until }) => until));
    timer.clear();
    if (!Number.isFinite(next)) return;
    timer.set(Math.min(LONGEST_MS, Math.max(0, next - clock.now())), () => {
      // Held for longer than anybody may choose: the clock was set back.
      releaseDue(({ until }) => until <= clock.now() || until > clock.now() + LONGEST_MS);
      watch();
    });
  }

  releaseDue(() => true);
  return { watch, stop: timer.clear };
}
