import type { Database } from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { clients } from './schema.ts';

/** Instants of this computer's clock, in ms; 0 while none is known. */
interface Known {
  /** The rows were what the server has. */
  syncedAt: number;
  /** The latest one since then. */
  latestAt: number;
}

/** Kept from one run to the next: how long this computer has been away from the server. */
export interface OfflineTime {
  get(): Known;
  keep(known: Known): void;
}

export function createOfflineTime(client: Database): OfflineTime {
  const db = drizzle({ client });
  return {
    get: () =>
      db.select({ syncedAt: clients.syncedAt, latestAt: clients.latestAt }).from(clients).get() ?? {
        syncedAt: 0,
        latestAt: 0,
      },
    keep: (known) => void db.update(clients).set(known).run(),
  };
}
