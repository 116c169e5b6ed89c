import { uptime } from 'node:os';

/** Time, as the sync client needs it; tests bring their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds since some moment, sleep included, whatever anybody sets the clock to meanwhile. */
  elapsed(): number;
  /** @returns what cancels it */
  after(ms: number, work: () => void): () => void;
}

export const systemClock: Clock = {
  now: Date.now,
  elapsed: () => uptime() * 1_000,
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

/** A single timer: setting it again cancels the one before. */
export interface Timer {
  set(ms: number, work: () => void): void;
  clear(): void;
}

export function createTimer(clock: Clock): Timer {
  let cancel: (() => void) | null = null;
  const clear = () => {
    cancel?.();
    cancel = null;
  };
  return {
    clear,
    set(ms, work) {
      clear();
      cancel = clock.after(ms, () => {
        cancel = null;
        work();
      });
    },
  };
}
