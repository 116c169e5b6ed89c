import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { crashAt } from '../../platform/failpoints.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { EventPlace } from '../ticket-timeline/ticket-events.service.ts';
import * as repo from './snooze.repo.ts';

/** A customer who writes brings back what was put off. */
export const resumeForCustomer = (tx: Tx, place: Omit<EventPlace, 'userId'>, at: Date): Promise<void> =>
  repo.resume(tx, { ...place, userId: null }, { kind: 'resumed', by: null, cause: 'customer' }, at);

/** Nobody's deed: a rule puts it off. */
export const putOffByItself = (
  tx: Tx,
  place: EventPlace & { userId: null },
  { by, until }: { by: string | null; until: Date },
  at: Date,
): Promise<void> => repo.putOff(tx, place, { kind: 'snoozed', by, until: until.toISOString() }, at);

/**
 * The time of tickets that were put off has come. It stands in the rows, so a restart forgets none; each is a transaction
 * of its own, in which one of several processes finds it still due.
 */
export const returns = ({ db }: { db: Database }): Job<repo.DueTicket> => ({
  name: 'tickets to bring back',
  schedule: '*/10 * * * * *',
  maxDelayMs: 1_000,
  processes: 'every',
  due: (now, limit) => db.asSystem((tx) => repo.listDue(tx, now, limit)),
  async take({ companyId, id: ticketId }, clock) {
    const now = clock();
    await db.withCompany(companyId, async (tx) => {
      const place = { companyId, ticketId, userId: null };
      await repo.resume(tx, place, { kind: 'resumed', by: null, cause: 'time' }, now, now);
      crashAt('return.written');
    });
    crashAt('return.committed');
  },
});
