import type { FastifyInstance } from 'fastify';
import { dropUnusedFiles } from './modules/media/unused-files.ts';
import type { Database } from './platform/db/database.ts';
import { repeatedly } from './platform/repeatedly.ts';
import type { Storage } from './platform/storage/storage.ts';

const EVERY_MS = 1_800_000;
/** Whoever deletes a conversation does not want its pictures to stay for long. */
const UNUSED_MS = 60_000;
/** Longer than any file may take, its row included. */
const ABANDONED_MS = 1_800_000;
/** A console that was closed over night goes on in the morning. */
const PIECES_MS = 86_400_000;
const DAYS = {
  /** Until then a signed-out console may be told why. */
  endedSessions: 30,
  /** Of messages that we do not store, for example in groups: their message never comes. */
  earlyAcks: 7,
  /** Of messages from before this connection, mostly. */
  earlyChanges: 1,
  /** Nobody is told of a reading that is a week old (read-receipts.ts). */
  readReceipts: 7,
  connectionEvents: 90,
  /** Callers repeat within seconds; a console that was closed over night, in the morning. */
  idempotencyKeys: 2,
  /** Their links are long dead, and whoever still wants a new password asks again. */
  passwordResets: 7,
  /** With their rows, which are people's data: whoever wants the report of an import fetches it within days. */
  contactImports: 7,
  /** What they said stands in the conversations. */
  schedules: 180,
};

/** Deletes what nobody will ask for again, in all companies. The feed prunes itself (sync/prune.ts). */
export async function tidyUp(db: Database, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000);
  await db.asSystem(async (tx) => {
    // Used ones too stay until they expire: one that comes back ends its session.
    await tx`delete from refresh_tokens where expires_at < ${now}`;
    await tx`delete from deleted_user_tokens where expires_at < ${now}`;
    await tx`delete from sessions where ended_at < ${before(DAYS.endedSessions)}`;
    await tx`delete from early_acks where at < ${before(DAYS.earlyAcks)}`;
    await tx`delete from early_changes where at < ${before(DAYS.earlyChanges)}`;
    await tx`delete from read_receipts_due where at < ${before(DAYS.readReceipts)}`;
    await tx`delete from idempotency_keys where created_at < ${before(DAYS.idempotencyKeys)}`;
    await tx`delete from connection_events where at < ${before(DAYS.connectionEvents)}`;
    await tx`delete from contact_imports
      where state <> 'running' and coalesce(finished_at, created_at) < ${before(DAYS.contactImports)}`;
    await tx`delete from schedules where status <> 'PENDENTE' and send_at < ${before(DAYS.schedules)}`;
    await tx`delete from password_resets where requested_at < ${before(DAYS.passwordResets)}`;
  });
}

/**
 * Removes files whose row a crash has prevented. A commit whose answer was lost may have happened, so the rows decide.
 */
export async function sweepFiles(db: Database, storage: Storage, now: Date): Promise<void> {
  await storage.sweepPieces(new Date(now.getTime() - PIECES_MS));
  const paths = await storage.abandoned(new Date(now.getTime() - ABANDONED_MS));
  if (paths.length === 0) return;
  const named = await db.asSystem(async (tx) => {
    const rows = await tx<{ path: string }[]>`select path from media where path = any (${paths})`;
    return new Set(rows.map(({ path }) => path));
  });
  for (const path of paths) await (named.has(path) ? storage.keep(path) : storage.remove(path));
}

/** Removes the files that nothing shows any more: their rows first, so that a crash leaves only their names behind. */
export async function sweepUnused(db: Database, storage: Storage): Promise<void> {
  await dropUnusedFiles(db);
  const paths = await db.asSystem(async (tx) => {
    const rows = await tx<{ path: string }[]>`select path from removed_files order by at limit 10000`;
    return rows.map(({ path }) => path);
  });
  for (const path of paths) await storage.remove(path);
  await db.asSystem((tx) => tx`delete from removed_files where path = any (${paths})`);
}

/** Removes the files of companies that are gone, once more when nobody can be writing one any longer. */
export async function sweepCompanies(db: Database, storage: Storage, now: Date): Promise<void> {
  const removed = await db.asSystem(
    (tx) => tx<{ id: number; at: Date }[]>`select id, at from removed_companies`,
  );
  for (const { id } of removed) await storage.removeCompany(id);
  const over = removed.filter(({ at }) => now.getTime() - at.getTime() > ABANDONED_MS).map(({ id }) => id);
  if (over.length > 0)
    await db.asSystem((tx) => tx`delete from removed_companies where id = any (${over}::bigint[])`);
}

/** Looks at once, because a server that is started again and again would never come to it otherwise. */
export function installHousekeeping(
  app: FastifyInstance,
  { db, storage, clock }: { db: Database; storage: Storage; clock(): Date },
): void {
  repeatedly(app, 'unused files', UNUSED_MS, () => sweepUnused(db, storage));
  repeatedly(app, 'housekeeping', EVERY_MS, async () => {
    const now = clock();
    const work = [tidyUp(db, now), sweepFiles(db, storage, now), sweepCompanies(db, storage, now)];
    const failed = (await Promise.allSettled(work)).find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
  });
}
