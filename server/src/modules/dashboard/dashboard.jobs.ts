import type { Database } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';
import { type CompanyToCount, fold, listDeltas, listRebuilds, rebuild } from './counters.repo.ts';

/** As the system, which tells no console to look: nothing that they follow changes. */
const WHEN = { schedule: '*/5 * * * * *', processes: 'one' } as const;

/** Folds what has changed into the counters. */
export const dashboardCounters = ({ db }: { db: Database }): Job<CompanyToCount> => ({
  ...WHEN,
  name: 'dashboard counters',
  due: (_now, limit) => db.asSystem((tx) => listDeltas(tx, limit)),
  take: async ({ companyId }) => ((await db.asSystem((tx) => fold(tx, companyId))) ? 'more' : undefined),
});

/** Counts anew where a company's days begin at another moment now. */
export const dashboardRebuilds = ({ db }: { db: Database }): Job<CompanyToCount> => ({
  ...WHEN,
  name: 'dashboard rebuilds',
  due: (_now, limit) => db.asSystem((tx) => listRebuilds(tx, limit)),
  take: ({ companyId }) => db.asSystem((tx) => rebuild(tx, companyId)),
});
