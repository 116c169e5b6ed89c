import type { Database } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';
import { fold, listDeltas, listRebuilds, rebuild } from './counters.repo.ts';

/** Folds what has changed into the counters, and counts anew where a company's days begin at another moment now. */
export const dashboardCounters = ({
  db,
}: {
  db: Database;
}): Job<{ companyId: number; id: 'fold' | 'rebuild' }> => ({
  name: 'dashboard counters',
  schedule: '*/5 * * * * *',
  processes: 'one',
  due: (_now, limit) =>
    db.asSystem(async (tx) =>
      [...(await listRebuilds(tx, limit)), ...(await listDeltas(tx, limit))].slice(0, limit),
    ),
  // As the system, which tells no console to look: nothing that they follow has changed.
  take: ({ companyId, id }) =>
    db.asSystem(async (tx) => {
      if (id === 'fold') return (await fold(tx, companyId)) ? 'more' : undefined;
      await rebuild(tx, companyId);
      return undefined;
    }),
});
