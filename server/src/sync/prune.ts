import type { Database } from '../platform/db/database.ts';

/** A console that was away longer than this starts over. */
const LOG_DAYS = 30;
/** A console that was away longer than this takes a new id. */
const CLIENT_DAYS = 90;
const DAY_MS = 86_400_000;

/** Forgets old log entries, in whole transactions, and consoles that never came back. One company at a time. */
export async function pruneFeed(db: Database, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const companies = await db.asSystem(async (tx) => [
    ...(await tx<{ id: number }[]>`select id from companies order by id`),
  ]);
  for (const { id } of companies)
    await db.withCompany(id, async (tx) => {
      // The floor moves in the same transaction: no reader finds entries missing above it.
      await tx`
        with pruned as (
          delete from change_log where company_id = ${id} and seq <=
            (select max(seq) from change_log where company_id = ${id} and at < ${before(LOG_DAYS)})
          returning seq)
        update sync_state set floor = greatest(floor, (select max(seq) from pruned))
        where company_id = ${id} and exists (select from pruned)`;
      await tx`delete from sync_clients where company_id = ${id} and last_seen_at < ${before(CLIENT_DAYS)}`;
    });
}
