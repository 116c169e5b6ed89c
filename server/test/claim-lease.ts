import { createLeases, LEASE_TIMES, type Lease } from '../src/channels/lease.ts';
import type { Database } from '../src/platform/db/database.ts';
import type { Log } from '../src/platform/log.ts';

/** A lease as a process has it that has just begun; null when another one holds it. */
export async function claimLease(
  deps: { db: Database; log: Log },
  { id, ttlMs = LEASE_TIMES.ttlMs }: { id: string; ttlMs?: number },
  connection: { companyId: number; connectionId: number },
): Promise<Lease | null> {
  const own = { id, kind: 'sessions', machine: 'test', version: '0', capacity: 1 } as const;
  const measure = () => ({ consoles: 0, memory: 0, disk: null, diskFree: null });
  const leases = createLeases({ ...deps, own, measure, times: { ...LEASE_TIMES, ttlMs, renewMs: 60_000 } });
  return leases.claim(connection.companyId, connection.connectionId);
}
