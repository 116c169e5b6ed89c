import type { Tx } from '../platform/db/client.ts';
import type { Database } from '../platform/db/database.ts';
import type { Log } from '../platform/log.ts';
import { type Measures, type ProcessInfo, sayAlive, sayGoodbye } from '../platform/processes.ts';
import { withDeadline } from './deadline.ts';

export interface LeaseTimes {
  /** Without a word of its owner for so long, a lease is free. */
  ttlMs: number;
  renewMs: number;
  /** Sockets outlive a database that is away for so long beyond that: nobody can take their leases without it. */
  doubtMs: number;
}

export const LEASE_TIMES: LeaseTimes = { ttlMs: 10_000, renewMs: 3_000, doubtMs: 60_000 };

/** The right to be a connection's session: exactly one process holds it, and its number rises with every owner. */
export interface Lease {
  readonly companyId: number;
  readonly connectionId: number;
  readonly owner: string;
  readonly epoch: number;
  /**
   * False as soon as it may have run out, measured on this machine's own steady clock: nothing new may begin then,
   * but as long as it is not lost, what has begun goes on.
   */
  isHeld(): boolean;
  /** Waits for the next word of the database, or for its silence. */
  heard(): Promise<void>;
  /** Asks the database now instead of at the next renewal; a lease that is gone is then marked lost. */
  confirm(): Promise<void>;
  /** Aborted when the lease is lost or released: the work under it stops. */
  readonly lost: AbortSignal;
  /** Marks the lease as lost. */
  lose(why: string): void;
  release(): Promise<void>;
}

/** The leases of this process, which all live as long as it says that it does. */
export interface Leases {
  readonly owner: string;
  /** Somebody wants this process to hand over what it has. */
  readonly isDraining: boolean;
  /** Takes the lease when it is free or has run out; null when another process holds it. */
  claim(companyId: number, connectionId: number): Promise<Lease | null>;
  /** Says that this process lives, and hears which leases it has. */
  renew(): Promise<void>;
  /** The process ends, and with it what it still holds. */
  close(): Promise<void>;
}

/** True inside a statement while the lease is held, and keeps it so until the transaction ends. */
export function whileHeld(tx: Tx, lease: Lease) {
  return tx`(select true from connection_leases
    where company_id = ${lease.companyId} and connection_id = ${lease.connectionId}
      and owner = ${lease.owner} and epoch = ${lease.epoch}
      and exists (select from processes where id = ${lease.owner} and expires_at > clock_timestamp())
    for share)`;
}

interface HeldLease extends Lease {
  /** On the steady clock: what the database was asked before this knows nothing of it. */
  claimedAt: number;
}

export interface LeaseDeps {
  db: Database;
  log: Log;
  own: ProcessInfo;
  measure(): Measures;
  times: LeaseTimes;
}

export function createLeases(deps: LeaseDeps): Leases {
  const { db, log, own, measure, times } = deps;
  const leases = new Set<HeldLease>();
  let aliveUntil = 0;
  let isDraining = false;
  let answered = Promise.withResolvers<void>();
  let renewing: Promise<void> | undefined;
  const isAlive = () => performance.now() < aliveUntil;

  async function ask(): Promise<void> {
    const asked = performance.now();
    try {
      const rows = await withDeadline(
        times.renewMs,
        db.asSystem(async (tx) => {
          isDraining = await sayAlive(tx, own, measure(), times.ttlMs);
          return tx<{ connectionId: number; epoch: number }[]>`
            select connection_id, epoch from connection_leases where owner = ${own.id}`;
        }),
      );
      aliveUntil = asked + times.ttlMs;
      const mine = new Map(rows.map(({ connectionId, epoch }) => [connectionId, epoch]));
      for (const lease of leases)
        if (lease.claimedAt < asked && mine.get(lease.connectionId) !== lease.epoch)
          lease.lose('somebody else has it');
    } catch (error) {
      log.warn({ err: error, leases: leases.size }, 'leases not renewed');
      if (performance.now() < aliveUntil + times.doubtMs) return;
      for (const lease of leases) lease.lose('the database did not answer');
    } finally {
      answered.resolve();
      answered = Promise.withResolvers();
    }
  }

  function renew(): Promise<void> {
    renewing ??= ask().finally(() => {
      renewing = undefined;
    });
    return renewing;
  }

  function keep(companyId: number, connectionId: number, epoch: number): Lease {
    const lost = new AbortController();
    const end = () => {
      leases.delete(lease);
      lost.abort();
    };
    const lease: HeldLease = {
      companyId,
      connectionId,
      owner: own.id,
      epoch,
      claimedAt: performance.now(),
      lost: lost.signal,
      isHeld: () => !lost.signal.aborted && isAlive(),
      heard: () => answered.promise,
      confirm: renew,
      lose(why) {
        if (lost.signal.aborted) return;
        log.warn({ connectionId, epoch, why }, 'lease lost');
        end();
      },
      async release() {
        if (lost.signal.aborted) return;
        end();
        // The row stays: its number must go on rising.
        await db.asSystem(
          (tx) => tx`update connection_leases set owner = null
            where company_id = ${companyId} and connection_id = ${connectionId}
              and owner = ${own.id} and epoch = ${epoch}`,
        );
      },
    };
    leases.add(lease);
    return lease;
  }

  const timer = setInterval(() => void renew(), times.renewMs);

  return {
    owner: own.id,
    get isDraining() {
      return isDraining;
    },
    async claim(companyId, connectionId) {
      if (!isAlive()) await renew();
      if (!isAlive()) return null;
      // What this process left behind in doubt is its own again.
      const [claimed] = await db.asSystem(
        (tx) => tx<{ epoch: number }[]>`
          insert into connection_leases as held (company_id, connection_id, owner)
          values (${companyId}, ${connectionId}, ${own.id})
          on conflict (company_id, connection_id) do update set owner = excluded.owner, epoch = held.epoch + 1
            where held.owner is null or held.owner = excluded.owner
              or not exists (select from processes p where p.id = held.owner and p.expires_at > clock_timestamp())
          returning epoch`,
      );
      return claimed ? keep(companyId, connectionId, claimed.epoch) : null;
    },
    renew,
    async close() {
      clearInterval(timer);
      await renewing;
      for (const lease of leases) lease.lose('the process ends');
      await db.asSystem((tx) => sayGoodbye(tx, own.id));
    },
  };
}
