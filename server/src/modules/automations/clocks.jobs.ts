import type { Database } from '../../platform/db/database.ts';
import { crashAt } from '../../platform/failpoints.ts';
import type { Job } from '../../platform/jobs/job.ts';
import * as repo from './clocks.repo.ts';
import type { RuleFollower } from './follow-rules.ts';

/**
 * Rules that wait until a ticket has stood in one way for so long. Each turn is a transaction that locks the ticket and looks
 * once more: of several processes one acts, and a crash leaves all of it or nothing.
 */
export const automationClocks = ({
  db,
  ruleFollower,
}: {
  db: Database;
  ruleFollower: RuleFollower;
}): Job<repo.DueClock> => ({
  name: 'rules that wait',
  schedule: '*/10 * * * * *',
  maxDelayMs: 1_000,
  processes: 'every',
  due: (now, limit) => db.asSystem((tx) => repo.listDue(tx, now, limit)),
  async take(due, clock) {
    await db.withCompany(due.companyId, async (tx) => {
      const turn = await repo.takeTurn(tx, due, clock());
      if (turn) await ruleFollower.follow(tx, due.companyId, due.id, turn);
      crashAt('clock.written');
    });
    crashAt('clock.committed');
  },
});
