import type { Database } from '../../platform/db/database.ts';
import { crashAt } from '../../platform/failpoints.ts';
import type { Job } from '../../platform/jobs/job.ts';
import * as repo from './bot.repo.ts';
import { leaveSilent } from './bot.service.ts';

/**
 * Customers whom the bot leads and who have said nothing for as long as the connection lets them, or whom it may not answer
 * any more: they wait for people, or are told goodbye. Each is a transaction that locks the ticket and looks once more.
 */
export const botJobs = ({ db }: { db: Database }): Job[] => [
  {
    name: 'customers silent with the bot',
    schedule: '*/10 * * * * *',
    maxDelayMs: 1_000,
    processes: 'every',
    due: (now, limit) => db.asSystem((tx) => repo.listSilent(tx, now, limit)),
    async take({ companyId, id }: repo.SilentTicket, clock) {
      await db.withCompany(companyId, async (tx) => {
        await leaveSilent(tx, companyId, id, clock());
        crashAt('silence.written');
      });
      crashAt('silence.committed');
    },
  } satisfies Job<repo.SilentTicket>,
];
