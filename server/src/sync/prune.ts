import type { Tx } from '../platform/db/client.ts';
import type { Database } from '../platform/db/database.ts';
import type { DueItem, Job } from '../platform/jobs/job.ts';

/** A console that was away longer than this starts over. */
const LOG_DAYS = 30;
/** A console that was away longer than this takes a new id. */
const CLIENT_DAYS = 90;
const DAY_MS = 86_400_000;

interface Company extends DueItem {
  companyId: number;
}

/** Forgets old log entries, in whole transactions, and consoles that never came back. One company at a time. */
export const oldFeeds = ({ db }: { db: Database }): Job<Company> => ({
  name: 'old feeds',
  schedule: '0 0 * * * *',
  maxDelayMs: 5_000,
  processes: 'one',
  due: (now, limit) => db.asSystem((tx) => listOld(tx, now, limit)),
  async take({ companyId }, clock) {
    const now = clock();
    await db.withCompany(companyId, async (tx) => {
      // The floor moves in the same transaction: no reader finds entries missing above it.
      await tx`
        with pruned as (
          delete from change_log where company_id = ${companyId} and seq <=
            (select max(seq) from change_log where company_id = ${companyId} and at < ${before(now, LOG_DAYS)})
          returning seq)
        update sync_state set floor = greatest(floor, (select max(seq) from pruned))
        where company_id = ${companyId} and exists (select from pruned)`;
      await tx`
        delete from sync_clients
        where company_id = ${companyId} and last_seen_at < ${before(now, CLIENT_DAYS)}`;
    });
  },
});

/** The oldest entry of a log is its first one. */
async function listOld(tx: Tx, now: Date, limit: number): Promise<Company[]> {
  return tx<Company[]>`
    select id as company_id, id from companies c
    where (select at from change_log where company_id = c.id order by seq limit 1) < ${before(now, LOG_DAYS)}
      or exists (
        select from sync_clients where company_id = c.id and last_seen_at < ${before(now, CLIENT_DAYS)})
    limit ${limit}`;
}

const before = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);
