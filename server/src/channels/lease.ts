import type { Tx } from '../platform/db/client.ts';
import type { Database } from '../platform/db/database.ts';
import type { Log } from '../platform/log.ts';
import { withDeadline } from './deadline.ts';

export interface LeaseTimes {
  ttlMs: number;
  renewMs: number;
}

export const LEASE_TIMES: LeaseTimes = { ttlMs: 30_000, renewMs: 10_000 };

/** The right to be a connection's session: exactly one process holds it, and its number rises with every owner. */
export interface Lease {
  readonly companyId: number;
  readonly connectionId: number;
  readonly owner: string;
  readonly epoch: number;
  /** False as soon as it may have run out, measured on this machine's own steady clock. */
  isHeld(): boolean;
  /** Checks the database now instead of at the next renewal; a lease that is gone is then marked lost. */
  confirm(): Promise<void>;
  /** Aborted when the lease is lost or released: the work under it stops. */
  readonly lost: AbortSignal;
  /** Marks the lease as lost. */
  lose(why: string): void;
  release(): Promise<void>;
}

/** True inside a statement while the lease is held, and keeps it so until the transaction ends. */
export function whileHeld(tx: Tx, lease: Lease) {
  return tx`(select true from connection_leases
    where company_id = ${lease.companyId} and connection_id = ${lease.connectionId}
      and owner = ${lease.owner} and epoch = ${lease.epoch} and expires_at > clock_timestamp()
    for share)`;
}

/** Claims the lease when it is free or has run out; null when another process holds it. */
export async function claimLease(
  deps: { db: Database; log: Log; owner: string; times: LeaseTimes },
  companyId: number,
  connectionId: number,
): Promise<Lease | null> {
  const { db, owner, times } = deps;
  const asked = performance.now();
  const [claimed] = await db.asSystem(
    (tx) => tx<{ epoch: number }[]>`
      insert into connection_leases as held (company_id, connection_id, owner, expires_at)
      values (${companyId}, ${connectionId}, ${owner}, clock_timestamp() + ${times.ttlMs} * interval '1 millisecond')
      on conflict (company_id, connection_id) do update
        set owner = excluded.owner, epoch = held.epoch + 1, expires_at = excluded.expires_at
        where held.expires_at <= clock_timestamp()
      returning epoch`,
  );
  if (!claimed) return null;
  return keepLease({
    ...deps,
    companyId,
    connectionId,
    epoch: claimed.epoch,
    heldUntil: asked + times.ttlMs,
  });
}

function keepLease(options: {
  db: Database;
  log: Log;
  owner: string;
  times: LeaseTimes;
  companyId: number;
  connectionId: number;
  epoch: number;
  heldUntil: number;
}): Lease {
  const { db, log, owner, times, companyId, connectionId, epoch } = options;
  let heldUntil = options.heldUntil;
  const lost = new AbortController();
  const mine = (tx: Tx) => tx`company_id = ${companyId} and connection_id = ${connectionId}
    and owner = ${owner} and epoch = ${epoch}`;

  async function renew(): Promise<void> {
    const asked = performance.now();
    try {
      const rows = await withDeadline(
        times.renewMs / 2,
        db.asSystem(
          (tx) => tx`update connection_leases
            set expires_at = clock_timestamp() + ${times.ttlMs} * interval '1 millisecond'
            where ${mine(tx)} and expires_at > clock_timestamp() returning epoch`,
        ),
      );
      if (rows.length === 0) return lose('somebody else has it, or it ran out');
      // A lease that was lost while the database answered stays lost.
      if (!lost.signal.aborted) heldUntil = asked + times.ttlMs;
    } catch (error) {
      // An unreachable database is no reason to drop the socket until another process may hold the lease.
      if (performance.now() < heldUntil) log.warn({ err: error, connectionId }, 'lease not renewed');
      else lose('the database did not answer');
    }
  }

  function lose(why: string): void {
    if (lost.signal.aborted) return;
    heldUntil = 0;
    log.warn({ connectionId, epoch, why }, 'lease lost');
    lost.abort();
  }

  const timer = setInterval(() => void renew(), times.renewMs);
  const watch = setInterval(() => performance.now() >= heldUntil && lose('not renewed in time'), 250);
  lost.signal.addEventListener('abort', () => {
    clearInterval(timer);
    clearInterval(watch);
  });

  return {
    companyId,
    connectionId,
    owner,
    epoch,
    lost: lost.signal,
    lose,
    isHeld: () => performance.now() < heldUntil,
    confirm: renew,
    async release() {
      if (lost.signal.aborted) return;
      heldUntil = 0;
      lost.abort();
      // The row stays: its number must go on rising.
      await db.asSystem(
        (tx) => tx`update connection_leases set expires_at = '-infinity', owner = '' where ${mine(tx)}`,
      );
    },
  };
}
