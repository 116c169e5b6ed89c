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
  /** The chat in front of the person on this screen; null: none. */
  look(screen: Screen, chatId: number | null): void;
  /** Chats in the person's view. */
  seenChats(): ReadonlySet<number>;
  /** Stops all changes: screens outlive the session of the agent who signed in on them. */
  close(): void;
}

export function createScreens(onChanged: () => void): Screens {
  const screens = new Map<Screen, Shown>();
  const closed = new AbortController();

  const chats = new Map<Screen, number>();

  function forget(screen: Screen): void {
    screens.delete(screen);
    chats.delete(screen);
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
    look(screen, chatId) {
      if (screen.gone.aborted || closed.signal.aborted) return;
      if (!chats.has(screen))
        screen.gone.addEventListener('abort', () => forget(screen), { signal: closed.signal });
      if (chatId === null) chats.delete(screen);
      else chats.set(screen, chatId);
      onChanged();
    },
    seenChats: () => new Set(chats.values()),
    close: () => closed.abort(),
  };
}
