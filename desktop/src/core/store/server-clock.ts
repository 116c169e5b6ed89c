import type { Database } from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { clients } from './schema.ts';

/** The known state of the server's clock, in ms. */
interface KnownClock {
  /** Server time minus this computer's. */
  offset: number;
  /** An instant that is past at the server. */
  seen: number;
}

/** Kept from one run to the next: a computer without a network may have a wrong clock too. */
export interface ServerClock {
  get(): KnownClock;
  keep(clock: KnownClock): void;
}

export function createServerClock(client: Database): ServerClock {
  const db = drizzle({ client });
  return {
    get: () =>
      db.select({ offset: clients.clockOffset, seen: clients.clockSeen }).from(clients).get() ?? {
        offset: 0,
        seen: 0,
      },
    keep: ({ offset, seen }) => void db.update(clients).set({ clockOffset: offset, clockSeen: seen }).run(),
  };
}
