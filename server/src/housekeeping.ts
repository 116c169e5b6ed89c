import { ENDED_SESSIONS_KEPT_DAYS, PASSWORD_RESETS_KEPT_DAYS } from '@balcao/shared/features/auth/limits.ts';
import { COUNTED_DAYS } from '@balcao/shared/features/automations/limits.ts';
import { CONNECTION_EVENTS_KEPT_DAYS } from '@balcao/shared/features/connections/limits.ts';
import { NUMBER_CHECKS_KEPT_DAYS } from '@balcao/shared/features/contact-lists/rules.ts';
import { CONTACT_IMPORTS_KEPT_DAYS } from '@balcao/shared/features/contacts/limits.ts';
import { DELIVERIES_KEPT_DAYS } from '@balcao/shared/features/deliveries/limits.ts';
import { EVALUATIONS_KEPT_DAYS } from '@balcao/shared/features/evaluations/rules.ts';
import { MENTIONS_KEPT_DAYS } from '@balcao/shared/features/mentions/limits.ts';
import { TOKEN_CALLS_KEPT_DAYS } from '@balcao/shared/features/messages-api/rules.ts';
import type { RetentionKind } from '@balcao/shared/features/retention/kinds.ts';
import { SCHEDULES_KEPT_DAYS } from '@balcao/shared/features/schedules/limits.ts';
import { keptFilesMs } from './backup/kept-files.ts';
import { MOST_KEPT_DAYS } from './backup/settings.ts';
import type { Config } from './config.ts';
import { removeOld } from './modules/ai-requests/ai-requests.service.ts';
import * as evaluations from './modules/evaluations/evaluations.repo.ts';
import { isOfHeld } from './platform/db/aging.ts';
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

/** Whether the company `c` has not said itself how long it keeps them: then its nights take them. */
const isUnruled = (tx: Tx, kind: RetentionKind) => tx`
  not exists (select from retention_rules r where r.company_id = c.id and r.kind = ${kind})`;

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
  /** They count for an hour. */
  attempts: { days: 1, remove: (tx, before) => tx`delete from attempts where last_at < ${before}` },
  /** Until then a signed-out console may be told why, and people see from where somebody signed in. */
  sessions: {
    days: ENDED_SESSIONS_KEPT_DAYS,
    remove: (tx, before) => tx`delete from sessions where ended_at < ${before}`,
  },
  /** Ticks of messages that we do not store, for example in groups: their message never comes. */
  earlyAcks: { days: 7, remove: (tx, before) => tx`delete from early_acks where at < ${before}` },
  /** Changes that mostly name messages from before this connection. */
  earlyChanges: { days: 1, remove: (tx, before) => tx`delete from early_changes where at < ${before}` },
  /** Nobody is told of a reading that is a week old (read-receipts.ts). */
  readReceipts: { days: 7, remove: (tx, before) => tx`delete from read_receipts_due where at < ${before}` },
  /** Callers repeat within seconds; a console that was closed over night, in the morning. */
  idempotencyKeys: {
    days: 2,
    remove: (tx, before) => tx`delete from idempotency_keys where created_at < ${before}`,
  },
  /** Notices of connections that nobody has run for a week: what customers said there is old by then. */
  channelNotices: { days: 7, remove: (tx, before) => tx`delete from channel_notices where at < ${before}` },
  connectionEvents: {
    days: CONNECTION_EVENTS_KEPT_DAYS,
    remove: (tx, before) => tx`delete from connection_events where at < ${before}`,
  },
  contactImports: {
    days: CONTACT_IMPORTS_KEPT_DAYS,
    remove: (tx, before) => tx`
      delete from contact_imports where state <> 'running' and coalesce(finished_at, created_at) < ${before}`,
  },
  /** A console that was away for longer begins anew. */
  syncForks: { days: 30, remove: (tx, before) => tx`delete from sync_forks where at < ${before}` },
  /** Those that ended without a word, for whoever asks what happened. */
  processes: { days: 1, remove: (tx, before) => tx`delete from processes where expires_at < ${before}` },
  numberChecks: {
    days: NUMBER_CHECKS_KEPT_DAYS,
    remove: (tx, before) => tx`delete from number_checks where checked_at < ${before}`,
  },
  passwordResets: {
    days: PASSWORD_RESETS_KEPT_DAYS,
    remove: (tx, before) => tx`delete from password_resets where requested_at < ${before}`,
  },
  /** What nobody could make, kept for whoever looked for the fault. */
  deadCalls: {
    days: 7,
    remove: (tx, before) => tx`delete from outgoing_calls where state = 'dead' and created_at < ${before}`,
  },
  /** Each company says for how many days. */
  aiRequests: { days: 0, remove: removeOld },
  evaluations: { days: EVALUATIONS_KEPT_DAYS, remove: evaluations.removeOld },
  automationRuns: {
    days: COUNTED_DAYS,
    remove: (tx, before) => tx`delete from automation_runs where at < ${before}`,
  },
  deliveries: {
    days: DELIVERIES_KEPT_DAYS,
    remove: (tx, before) => tx`
      delete from deliveries d using companies c
      where d.company_id = c.id and d.created_at < ${before} and ${isUnruled(tx, 'deliveries')} and not ${isOfHeld(tx)}`,
  },
  passkeyLinks: {
    days: 0,
    remove: (tx, before) => tx`delete from passkey_links where expires_at < ${before}`,
  },
  oidcAttempts: {
    days: 0,
    remove: (tx, before) => tx`delete from oidc_attempts where expires_at < ${before}`,
  },
  signInCodes: {
    days: 0,
    remove: (tx, before) => tx`delete from sign_in_codes where expires_at < ${before}`,
  },
  ticketTokens: {
    days: 0,
    remove: (tx, before) => tx`delete from ticket_tokens where expires_at < ${before}`,
  },
  tokenCalls: {
    days: TOKEN_CALLS_KEPT_DAYS,
    remove: (tx, before) => tx`
      delete from token_calls t using companies c
      where t.company_id = c.id and t.at < ${before} and ${isUnruled(tx, 'calls')}`,
  },
  /** They count for a day. */
  newChats: { days: 2, remove: (tx, before) => tx`delete from connection_new_chats where hour < ${before}` },
  billLookups: { days: 1, remove: (tx, before) => tx`delete from bill_lookups where at < ${before}` },
  /** Of what no backup knows nothing comes back. */
  wishes: {
    days: 1,
    remove: (tx, before) => tx`
      delete from wishes where at < ${before} and not exists (select from backups where kind = 'backup')
        and (select line from wish_log) = 0`,
  },
  /** As long as one of them may be there: people are told of it. */
  backups: {
    days: MOST_KEPT_DAYS + 30,
    remove: (tx, before) => tx`delete from backups where began_at < ${before}`,
  },
  /** What is drawn is the last day. */
  healthMoments: {
    days: 1,
    remove: (tx, before) => tx`delete from health_moments where at < ${before}`,
  },
  /** Rows of a version that had other jobs. */
  jobs: { days: 7, remove: (tx, before) => tx`delete from jobs where started_at < ${before}` },
  setbacks: { days: 7, remove: (tx, before) => tx`delete from job_setbacks where retry_at < ${before}` },
};

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

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
    if (kind) await db.asSystem((tx) => kind.remove(tx, daysBefore(clock(), kind.days)));
  },
});

interface OldFollowed {
  companyId: number;
  id: keyof typeof OLD_FOLLOWED_ROWS;
}

/** The same of rows that consoles follow: a transaction changes those of one company. */
const OLD_FOLLOWED_ROWS = {
  schedules: {
    days: SCHEDULES_KEPT_DAYS,
    old: (tx: Tx, before: Date) => tx`from schedules where status <> 'PENDENTE' and send_at < ${before}`,
  },
  mentions: {
    days: MENTIONS_KEPT_DAYS,
    old: (tx: Tx, before: Date) => tx`from mentions where created_at < ${before}`,
  },
};
const FOLLOWED_KINDS = Object.keys(OLD_FOLLOWED_ROWS) as OldFollowed['id'][];

const oldFollowedRows = ({ db }: { db: Database }): Job<OldFollowed> => ({
  ...WHEN,
  name: 'old rows of the feed',
  async due(now, limit) {
    const due: OldFollowed[] = [];
    for (const id of FOLLOWED_KINDS) {
      const { days, old } = OLD_FOLLOWED_ROWS[id];
      const before = daysBefore(now, days);
      const companies = await db.asSystem(
        (tx) => tx<{ companyId: number }[]>`select distinct company_id ${old(tx, before)} limit ${limit}`,
      );
      due.push(...companies.map(({ companyId }) => ({ companyId, id })));
    }
    return due.slice(0, limit);
  },
  async take({ companyId, id }, clock) {
    const { days, old } = OLD_FOLLOWED_ROWS[id];
    const before = daysBefore(clock(), days);
    await db.withCompany(companyId, (tx) => tx`delete ${old(tx, before)} and company_id = ${companyId}`);
  },
});

interface Leftover {
  companyId: null;
  /** A path of the storage. */
  id: string;
}
const leftover = (id: string): Leftover => ({ companyId: null, id });
const companyOfPath = (path: string) => Number(path.split('/')[0]);

/** Removes files whose row a crash has prevented. A commit whose answer was lost may have happened, so the rows decide. */
const abandonedFiles = ({ db, storage, beside }: HousekeepingDeps): Job<Leftover> => ({
  ...WHEN,
  name: 'abandoned files',
  async due(now, limit) {
    const paths = await storage.abandoned(new Date(now.getTime() - ABANDONED_MS));
    // Of the others another database has the rows.
    const own = beside ? paths.filter((path) => beside.isHere(companyOfPath(path))) : paths;
    return own.slice(0, limit).map(leftover);
  },
  async take({ id: path }) {
    const named = await db.asSystem(
      (tx) => tx`
        select from media where path = ${path} union all select from data_export_parts where path = ${path}`,
    );
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

interface HousekeepingDeps {
  db: Database;
  storage: Storage;
  config: Pick<Config, 'backup'>;
  /** Absent: there is no other database. */
  beside?: { isHere(companyId: number): boolean };
}

interface RemovedCompany {
  /** There is no company any more. */
  companyId: null;
  id: number;
  at: Date;
}

/** Removes the files of companies that are gone, once more when nobody can be writing one any longer. */
const removedCompanies = ({ db, storage, config }: HousekeepingDeps): Job<RemovedCompany> => ({
  ...WHEN,
  name: 'removed companies',
  due: (now, limit) =>
    db.asSystem(
      (tx) => tx<RemovedCompany[]>`
        select null::bigint as company_id, id, at from removed_companies
        where at <= ${new Date(now.getTime() - keptFilesMs(config))} order by at limit ${limit}`,
    ),
  async take({ id, at }, clock) {
    await storage.removeCompany(id);
    if (clock().getTime() - at.getTime() > ABANDONED_MS)
      await db.asSystem((tx) => tx`delete from removed_companies where id = ${id}`);
  },
});

/** What is taken away because nobody will miss it. */
export const housekeepingJobs = (deps: HousekeepingDeps): Job[] => [
  oldRows(deps),
  oldFollowedRows(deps),
  abandonedFiles(deps),
  abandonedPieces(deps),
  removedCompanies(deps),
];
