import type { HelloFrame } from '@balcao/shared/sync/frames.ts';
import type { Database } from '../platform/db/database.ts';
import { crashAt } from '../platform/failpoints.ts';
import type { CursorProofs } from './cursor-proof.ts';
import { leaveEpoch } from './epoch.ts';
import {
  type ConsoleIdentity,
  type ResyncReason,
  readSnapshot,
  resyncReason,
  type Snapshot,
} from './snapshot.ts';

/**
 * Makes a console known, or finds it again.
 *
 * @returns the store schema of its last visit (null: never here), or undefined when the id is another agent's:
 * the caller answers that like any other malformed greeting.
 */
export async function registerClient(
  db: Database,
  { companyId, userId, clientId }: ConsoleIdentity,
  hello: Pick<HelloFrame, 'schema' | 'appVersion'>,
): Promise<{ schema: number | null } | undefined> {
  const found = await db.withCompany(companyId, async (tx) => {
    const [known] = await tx<{ schema: number }[]>`
      select schema from sync_clients where company_id = ${companyId} and id = ${clientId}`;
    const [own] = await tx`
      insert into sync_clients as c (company_id, id, user_id, schema, app_version)
      values (${companyId}, ${clientId}, ${userId}, ${hello.schema}, ${hello.appVersion})
      on conflict (company_id, id) do update
        set schema = excluded.schema, app_version = excluded.app_version, last_seen_at = now()
        where c.user_id = excluded.user_id
      returning id`;
    if (!own) return undefined;
    return { schema: known?.schema ?? null };
  });
  crashAt('console.registered');
  return found;
}

export interface Arrival {
  snapshot: Snapshot;
  /** Why the console must start over; `first` when it has nothing yet, null when it goes on from its cursor. */
  start: ResyncReason | 'first' | null;
}

/**
 * Compares what the console says of itself with the log. One that proves the database to be a restored one starts
 * everybody over; who only says so starts over alone. @param knownSchema of its last visit
 */
export async function readArrival(
  { db, proofs }: { db: Database; proofs: CursorProofs },
  identity: ConsoleIdentity,
  hello: Pick<HelloFrame, 'cursor' | 'viewVersion' | 'schema'>,
  knownSchema: number | null,
): Promise<Arrival> {
  const snapshot = await db.readCompany(identity.companyId, (tx) => readSnapshot(tx, identity));
  if (!hello.cursor) return { snapshot, start: 'first' };
  if (knownSchema !== null && knownSchema !== hello.schema) return { snapshot, start: 'schema' };
  const { seq, proof } = hello.cursor;
  // A console keeps the name of the epoch in which it began; what was signed for it may be a later one.
  const epochs = [snapshot.epoch, ...Object.keys(snapshot.forks ?? {})];
  const signed = epochs.includes(hello.cursor.epoch)
    ? epochs.find((epoch) => proofs.holds(identity.companyId, { epoch, seq }, proof))
    : undefined;
  const epoch = signed ?? hello.cursor.epoch;
  const start = resyncReason(snapshot, { epoch, seq, viewVersion: hello.viewVersion });
  if (start === 'ahead' && proofs.holds(identity.companyId, { epoch, seq }, proof))
    await leaveEpoch(db, identity.companyId, epoch);
  return { snapshot, start };
}

/** Remembers how far the console has stored the log, for those who wonder why a console is behind. */
export async function saveAcknowledged(
  db: Database,
  { companyId, clientId }: ConsoleIdentity,
  seq: number,
): Promise<void> {
  await db.withCompany(companyId, async (tx) => {
    await tx`update sync_clients set acked_seq = ${seq}, last_seen_at = now()
      where company_id = ${companyId} and id = ${clientId}`;
  });
  crashAt('console.left');
}
