import { BUSY_FOR_MS } from '@balcao/shared/features/updates/bridge.ts';

/** Screens on which an agent is writing or recording. */
export interface BusyScreens {
  set(screen: string, busy: boolean): void;
  any(): boolean;
}

/** @param now milliseconds that never go back */
export function createBusyScreens(now: () => number): BusyScreens {
  const until = new Map<string, number>();
  return {
    set(screen, busy) {
      if (busy) until.set(screen, now() + BUSY_FOR_MS);
      else until.delete(screen);
    },
    any() {
      // A crashed screen reports nothing any more.
      for (const [screen, end] of until) if (end <= now()) until.delete(screen);
      return until.size > 0;
    },
  };
}
