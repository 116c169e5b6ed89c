import type { Tx } from './platform/db/client.ts';
import type { Database } from './platform/db/database.ts';
import type { Job } from './platform/jobs/job.ts';
import type { Storage } from './platform/storage/storage.ts';

const WHEN = { schedule: '0 */30 * * * *', maxDelayMs: 5_000, processes: 'one' } as const;
const DAY_MS = 86_400_000;
/** Longer than any file may take, its row included. */
const ABANDONED_MS = 1_800_000;
/** A console that was closed over night goes on in the morning. */
const PIECES_MS = DAY_MS;

/** What nobody will ask for again, in all companies, each with its days. The feed prunes itself (sync/prune.ts). */
const OLD_ROWS: Record<string, { days: number; remove(tx: Tx, before: Date): Promise<unknown> }> = {
  // Used ones too stay until they expire: one that comes back ends its session.
  refreshTokens: {
    days: 0,
    remove: (tx, before) => tx`delete from refresh_tokens where expires_at < ${before}`,
  },
  deletedUserTokens: {
    days: 0,
    remove: (tx, before) => tx`delete from deleted_user_tokens where expires_at < ${before}`,
  },
  /** Until then a signed-out console may be told why. */
  sessions: { days: 30, remove: (tx, before) => tx`delete from sessions where ended_at < ${before}` },
  /** Of messages that we do not store, for example in groups: their message never comes. */
  earlyAcks: { days: 7, remove: (tx, before) => tx`delete from early_acks where at < ${before}` },
  /** Of messages from before this connection, mostly. */
  earlyChanges: { days: 1, remove: (tx, before) => tx`delete from early_changes where at < ${before}` },
  /** Nobody is told of a reading that is a week old (read-receipts.ts). */
  readReceipts: { days: 7, remove: (tx, before) => tx`delete from read_receipts_due where at < ${before}` },
  /** Callers repeat within seconds; a console that was closed over night, in the morning. */
  idempotencyKeys: {
    days: 2,
    remove: (tx, before) => tx`delete from idempotency_keys where created_at < ${before}`,
  },
  connectionEvents: {
    days: 90,
    remove: (tx, before) => tx`delete from connection_events where at < ${before}`,
  },
  /** With their rows, which are people's data: whoever wants the report of an import fetches it within days. */
  contactImports: {
    days: 7,
    remove: (tx, before) => tx`
      delete from contact_imports where state <> 'running' and coalesce(finished_at, created_at) < ${before}`,
  },
  /** What they said stands in the conversations. */
  schedules: {
    days: 180,
    remove: (tx, before) => tx`delete from schedules where status <> 'PENDENTE' and send_at < ${before}`,
  },
  /** Their links are long dead, and whoever still wants a new password asks again. */
  passwordResets: {
    days: 7,
    remove: (tx, before) => tx`delete from password_resets where requested_at < ${before}`,
  },
  /** Of a version that had other jobs. */
  jobs: { days: 7, remove: (tx, before) => tx`delete from jobs where started_at < ${before}` },
  setbacks: { days: 7, remove: (tx, before) => tx`delete from job_setbacks where retry_at < ${before}` },
};

interface OldRows {
  companyId: null;
  id: keyof typeof OLD_ROWS;
}

const oldRows = ({ db }: { db: Database }): Job<OldRows> => ({
  ...WHEN,
  name: 'old rows',
  due: async () => Object.keys(OLD_ROWS).map((id) => ({ companyId: null, id })),
  async take({ id }, clock) {
    const kind = OLD_ROWS[id];
    if (kind) await db.asSystem((tx) => kind.remove(tx, new Date(clock().getTime() - kind.days * DAY_MS)));
  },
});

interface Leftover {
  companyId: null;
  /** A path of the storage. */
  id: string;
}
const leftover = (id: string): Leftover => ({ companyId: null, id });

/** Removes files whose row a crash has prevented. A commit whose answer was lost may have happened, so the rows decide. */
const abandonedFiles = ({ db, storage }: { db: Database; storage: Storage }): Job<Leftover> => ({
  ...WHEN,
  name: 'abandoned files',
  due: async (now, limit) =>
    (await storage.abandoned(new Date(now.getTime() - ABANDONED_MS))).slice(0, limit).map(leftover),
  async take({ id: path }) {
    const named = await db.asSystem((tx) => tx`select from media where path = ${path}`);
    await (named.count > 0 ? storage.keep(path) : storage.remove(path));
  },
});

/** Removes what came in pieces and was never finished. */
const abandonedPieces = ({ storage }: { storage: Storage }): Job<Leftover> => ({
  ...WHEN,
  name: 'abandoned pieces',
  due: async (now, limit) =>
    (await storage.abandonedPieces(new Date(now.getTime() - PIECES_MS))).slice(0, limit).map(leftover),
  take: ({ id }) => storage.removePieces(id),
});

interface RemovedCompany {
  /** There is no company any more. */
  companyId: null;
  id: number;
  at: Date;
}

/** Removes the files of companies that are gone, once more when nobody can be writing one any longer. */
const removedCompanies = ({ db, storage }: { db: Database; storage: Storage }): Job<RemovedCompany> => ({
  ...WHEN,
  name: 'removed companies',
  due: (_now, limit) =>
    db.asSystem(
      (tx) => tx<RemovedCompany[]>`
        select null::bigint as company_id, id, at from removed_companies order by at limit ${limit}`,
    ),
  async take({ id, at }, clock) {
    await storage.removeCompany(id);
    if (clock().getTime() - at.getTime() > ABANDONED_MS)
      await db.asSystem((tx) => tx`delete from removed_companies where id = ${id}`);
  },
});

/** What is taken away because nobody will miss it. */
export const housekeepingJobs = (deps: { db: Database; storage: Storage }): Job[] => [
  oldRows(deps),
  abandonedFiles(deps),
  abandonedPieces(deps),
  removedCompanies(deps),
];
