import { START } from '../../store/testing/rows.ts';
import type { Clock } from '../clock.ts';

/** A clock that moves only when a test moves it. */
export interface ManualClock extends Clock {
  /** Runs what falls due on the way, in order, and lets promises settle after each. */
  advance(ms: number): Promise<void>;
  /** Timers that wait. */
  waiting(): number;
}

/** Promises that are ready have run their course. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export function createManualClock(): ManualClock {
  let now = START;
  const timers = new Set<{ at: number; work: () => void }>();

  return {
    now: () => now,
    elapsed: () => now,
    waiting: () => timers.size,
    after(ms, work) {
      const timer = { at: now + ms, work };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    async advance(ms) {
      const end = now + ms;
      await settled();
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (!next) break;
        timers.delete(next);
        now = Math.max(now, next.at);
        next.work();
        await settled();
      }
      now = end;
    },
  };
}
