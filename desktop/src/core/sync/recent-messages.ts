/** Fetches the newest messages of tickets, or chats, that are new here, one after the other. */
export interface RecentMessages {
  add(ticketIds: readonly number[]): void;
  /** Without a connection the missing messages are requested when there is one. */
  clear(): void;
}

export function createRecentMessages(fetch: (ticketId: number) => Promise<unknown>): RecentMessages {
  const waiting = new Set<number>();
  let running = false;

  async function run(): Promise<void> {
    if (running) return;
    running = true;
    for (const ticketId of waiting) {
      // A failed one is fetched when the ticket is opened.
      await fetch(ticketId).catch(() => {});
      waiting.delete(ticketId);
    }
    running = false;
  }

  return {
    add(ticketIds) {
      for (const id of ticketIds) waiting.add(id);
      void run();
    },
    clear: () => waiting.clear(),
  };
}
