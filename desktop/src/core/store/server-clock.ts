import type { Database } from 'better-sqlite3';

/** What is known of the server's clock, in ms. */
interface KnownClock {
  /** Server time minus this computer's. */
  offset: number;
  /** An instant that is past at the server. */
  seen: number;
}

/** Kept from one run to the next: a computer without a network may have a wrong clock too. */
export interface ServerClock {
  serverClock(): KnownClock;
  keepServerClock(clock: KnownClock): void;
}

export function createServerClock(db: Database): ServerClock {
  const select = db.prepare<[], KnownClock>('select clock_offset as offset, clock_seen as seen from client');
  const write = db.prepare<[KnownClock]>('update client set clock_offset = @offset, clock_seen = @seen');
  return {
    serverClock: () => select.get() ?? { offset: 0, seen: 0 },
    keepServerClock: (clock) => void write.run(clock),
  };
}
