import type { Screen } from '../bridge/dispatcher.ts';

interface Shown {
  ticketIds: readonly number[];
  focused: boolean;
}

/** The tickets that the windows and tabs of this console show. */
export interface Screens {
  /** Valid until the screen reports something else, or is gone. */
  show(screen: Screen, shown: Shown): void;
  /** Tickets that are open on any screen; those of the screen that reported last come first. */
  tickets(): number[];
  /** Tickets in the agent's view. */
  seen(): ReadonlySet<number>;
  /** Stops all changes: screens outlive the session of the agent who signed in on them. */
  close(): void;
}

export function createScreens(onChanged: () => void): Screens {
  const screens = new Map<Screen, Shown>();
  const closed = new AbortController();

  function forget(screen: Screen): void {
    screens.delete(screen);
    onChanged();
  }

  return {
    show(screen, shown) {
      if (screen.gone.aborted || closed.signal.aborted) return;
      if (!screens.has(screen))
        screen.gone.addEventListener('abort', () => forget(screen), { signal: closed.signal });
      screens.delete(screen);
      screens.set(screen, shown);
      onChanged();
    },
    tickets: () => [...new Set([...screens.values()].toReversed().flatMap(({ ticketIds }) => ticketIds))],
    seen: () =>
      new Set([...screens.values()].flatMap(({ focused, ticketIds }) => (focused ? ticketIds : []))),
    close: () => closed.abort(),
  };
}
