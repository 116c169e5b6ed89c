import type { Database } from '../../platform/db/database.ts';
import { crashAt } from '../../platform/failpoints.ts';
import type { Job } from '../../platform/jobs/job.ts';
import * as assign from './assign.repo.ts';
import { assignNext } from './assign.service.ts';
import * as overflows from './overflow.repo.ts';
import { overflow } from './overflow.service.ts';

/**
 * Gives agents what waits, one ticket in a transaction of its own. Whatever frees a ticket or an agent stands in the rows:
 * a look finds it within two seconds, so nothing that happens to a ticket has to say so, and a restart forgets nothing.
 */
export const assignments = ({ db }: { db: Database }): Job<assign.DueQueue> => ({
  name: 'tickets to assign',
  schedule: '*/2 * * * * *',
  processes: 'every',
  due: (now, limit) => db.asSystem((tx) => assign.listDue(tx, now, limit)),
  async take({ companyId, id: queueId }, clock) {
    const goesOn = await db.withCompany(companyId, async (tx) => {
      const looksAgain = await assignNext(tx, companyId, queueId, clock());
      crashAt('assignment.written');
      return looksAgain;
    });
    crashAt('assignment.committed');
    return goesOn ? 'more' : undefined;
  },
});

/** Each is a transaction that locks the ticket and looks once more: of several processes one acts. */
export const overflowing = ({ db }: { db: Database }): Job<overflows.DueTicket> => ({
  name: 'tickets to overflow',
  schedule: '*/10 * * * * *',
  maxDelayMs: 1_000,
  processes: 'every',
  due: (now, limit) => db.asSystem((tx) => overflows.listDue(tx, now, limit)),
  take: (due, clock) => db.withCompany(due.companyId, (tx) => overflow(tx, due, clock())),
});
