import { UNDO_SECONDS } from '@balcao/shared/bridge/composer.ts';
import { type Clock, createTimer, systemClock } from '../sync/clock.ts';
import type { HeldMessage } from './queue.ts';

/** Lets messages go whose author did not take them back in time. */
export interface Holds {
  /** The held messages may be others now. */
  watch(): void;
  stop(): void;
}

interface Deps {
  held(): HeldMessage[];
  release(messageIds: readonly string[]): void;
  clock?: Clock;
}

const LONGEST_MS = Math.max(...UNDO_SECONDS) * 1_000;

/** A restart ends every hold: nobody sits before the countdown any more, and the message was meant to go. */
export function createHolds({ held, release, clock = systemClock }: Deps): Holds {
  const timer = createTimer(clock);

  function letGo(isDue: (message: HeldMessage) => boolean): void {
    const due = held().filter(isDue);
    if (due.length > 0) release(due.map(({ args }) => args.id));
  }

  function watch(): void {
    const next = Math.min(...held().map(({ until }) => until));
    timer.clear();
    if (!Number.isFinite(next)) return;
    timer.set(Math.min(LONGEST_MS, Math.max(0, next - clock.now())), () => {
      // Held for longer than anybody may choose: the clock was set back.
      letGo(({ until }) => until <= clock.now() || until > clock.now() + LONGEST_MS);
      watch();
    });
  }

  letGo(() => true);
  return { watch, stop: timer.clear };
}
