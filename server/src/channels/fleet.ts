import type { Database } from '../platform/db/database.ts';
import { crashAt } from '../platform/failpoints.ts';
import type { Log } from '../platform/log.ts';
import type { Wanted } from './connection-state.ts';
import type { Leases } from './lease.ts';
import type { Provider, RunningSession } from './provider.ts';
import { excessOf, readSpread, roomBeside, shareOf } from './spread.ts';

export interface FleetDeps {
  db: Database;
  log: Log;
  provider: Pick<Provider, 'start'>;
  leases: Leases;
  /** Sessions that this process may hold: libsignal's queue is global to it (hazard H6 of WhatsApp). */
  capacity: number;
  onStart(session: RunningSession): void;
  onEnd(session: RunningSession): void;
}

/** The sessions of this process: their connection is wanted, its share has room, and no other holds their lease. */
export interface Fleet {
  /** Sessions that this process holds. */
  readonly size: number;
  /** Finds out which part of all wanted sessions falls to this process, and hands over what is more, one by one. */
  balance(): Promise<void>;
  /** Compares the requested states with the running sessions. Cheap enough for every hint and every few seconds. */
  look(): Promise<void>;
  /** Ends all sessions without logging out, and releases their leases. */
  stop(): Promise<void>;
}

/** After a failover a thousand sessions become free in one second: they are claimed a few at a time. */
const CLAIMS_PER_LOOK = 5;
const NEXT_CLAIMS_MS = 250;
/** Of a process that somebody drains; who waits for that sits before a terminal. */
const DRAINED_AT_ONCE = 5;

interface WantedRow extends Wanted {
  companyId: number;
  id: number;
  /** By another process. */
  taken: boolean;
}

export function createFleet(deps: FleetDeps): Fleet {
  const { db, log, provider, leases, capacity } = deps;
  const sessions = new Map<number, RunningSession>();
  const leaving = new Set<number>();
  let share = 0;
  let looking: Promise<void> | null = null;
  let again = false;
  let stopping = false;
  let full = false;

  async function look(): Promise<void> {
    again = true;
    looking ??= Promise.resolve().then(async () => {
      try {
        while (again && !stopping) {
          again = false;
          await compare();
        }
      } catch (error) {
        log.warn({ err: error }, 'wanted sessions not known');
      } finally {
        looking = null;
      }
    });
    await looking;
  }

  async function compare(): Promise<void> {
    const rows = await loadWanted(db, leases.owner, [...sessions.keys()]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const session of sessions.values()) {
      const row = byId.get(session.connectionId);
      if (row) session.follow(row);
      // Deleted, and its keys with it; or it goes on in another database.
      else void session.shutdown();
    }
    const free = rows.filter((row) => isWanted(row) && !row.taken && !sessions.has(row.id));
    tellOfRoom(free.length);
    for (const row of free.slice(0, CLAIMS_PER_LOOK)) {
      if (stopping || sessions.size >= share) return;
      await take(row.companyId, row.id);
    }
    if (free.length > CLAIMS_PER_LOOK) setTimeout(() => void look(), NEXT_CLAIMS_MS).unref();
  }

  async function balance(): Promise<void> {
    const { owner } = leases;
    const { holders, wanted } = await db.asSystem(readSpread);
    // It has not said since the database came back that it lives: what it holds stays where it is.
    if (!holders.some(({ id }) => id === owner)) return;
    share = shareOf(owner, holders, wanted);
    // What nobody else has room for stays, also on a machine that is to be emptied.
    if (leases.isDraining) return handOver(Math.min(DRAINED_AT_ONCE, roomBeside(owner, holders)));
    if (excessOf(sessions.size - leaving.size, share) > 0) handOver(1);
  }

  /** The newest first: they have the least to lose. */
  function handOver(count: number): void {
    const staying = [...sessions.values()].filter(({ connectionId }) => !leaving.has(connectionId));
    for (const session of count > 0 ? staying.slice(-count) : []) {
      leaving.add(session.connectionId);
      log.info({ connectionId: session.connectionId, share }, 'session goes to another process');
      void session.shutdown();
    }
  }

  /** Logged once each time: another process may have room, and the operator should know that this one has none. */
  function tellOfRoom(waiting: number): void {
    const isFull = waiting > 0 && sessions.size >= capacity;
    if (isFull && !full) log.warn({ capacity, waiting }, 'no room for more sessions: start another process');
    full = isFull;
  }

  async function take(companyId: number, id: number): Promise<void> {
    const lease = await leases.claim(companyId, id);
    if (!lease) return;
    crashAt('session.leased');
    // The session may have ended its connection since the query, and so freed the lease.
    const row = (await loadWanted(db, leases.owner, [id])).find((wanted) => wanted.id === id);
    if (!row || !isWanted(row) || stopping) return lease.release();
    const session = await provider.start(lease, row);
    sessions.set(id, session);
    deps.onStart(session);
    void session.done.then(() => {
      sessions.delete(id);
      leaving.delete(id);
      deps.onEnd(session);
      if (!stopping) void look();
    });
  }

  return {
    get size() {
      return sessions.size;
    },
    look,
    balance: () =>
      balance().catch((error: unknown) => log.warn({ err: error }, 'share of the sessions not known')),
    async stop() {
      stopping = true;
      await looking;
      await Promise.all([...sessions.values()].map((session) => session.shutdown()));
    },
  };
}

function isWanted({ desired, logoutRequested }: Wanted): boolean {
  return desired === 'running' || logoutRequested;
}

/**
 * A lease that this process has lost in doubt may still be its own by the table: nobody else could take it, so it is free
 * to this one.
 */
async function loadWanted(db: Database, owner: string, ids: number[]): Promise<WantedRow[]> {
  return db.asSystem(
    (tx) => tx<WantedRow[]>`
      select c.company_id, c.id, c.kind, c.channel, c.desired, c.generation, c.logout_requested, c.nudges, c.pairing_number,
        c.credentials, c.import_since::timestamp at time zone o.timezone as import_since,
        coalesce(l.owner <> ${owner}, false) as taken
      from connections c
      join companies o on o.id = c.company_id
      left join held_connections l on l.company_id = c.company_id and l.connection_id = c.id
      where (c.id = any (${ids}::bigint[]) or ((c.desired = 'running' or c.logout_requested) and (l.owner is null or l.owner = ${owner})))
        and not exists (select from leaving_companies m where m.company = c.company_id)
      order by c.company_id, c.id`,
  );
}
