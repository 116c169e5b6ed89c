import { DAY_MS } from '@balcao/shared/time/wall-clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { crashAt } from '../../platform/failpoints.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { RuleFollower } from '../automations/follow-rules.ts';
import {
  type EndingHours,
  hoursChanged,
  LEAST_AHEAD_DAYS,
  listEnding,
} from '../open-hours/open-hours.service.ts';
import { addTicketEvent } from '../ticket-timeline/ticket-events.service.ts';
import { type DueDeadline, listDue, takeTurn } from './turns.repo.ts';

/**
 * Tells rules that a deadline is near, and the conversation, webhooks and rules that one was missed. Each turn is a
 * transaction that locks the ticket and looks once more: of several processes one tells, and a crash leaves all of it or
 * nothing.
 */
export const deadlineTurns = ({
  db,
  ruleFollower,
}: {
  db: Database;
  ruleFollower: RuleFollower;
}): Job<DueDeadline> => ({
  name: 'deadlines',
  schedule: '*/10 * * * * *',
  maxDelayMs: 1_000,
  processes: 'every',
  due: (now, limit) => db.asSystem((tx) => listDue(tx, now, limit)),
  async take(due, clock) {
    await db.withCompany(due.companyId, async (tx) => {
      const now = clock();
      const turn = await takeTurn(tx, due, now);
      if (!turn) return;
      const { ticketId, kind, policy } = turn;
      const { companyId } = due;
      if (turn.told === 'near')
        await ruleFollower.follow(tx, companyId, ticketId, { kind: 'deadlineNear', deadline: kind });
      else {
        const event = { kind: 'deadlineMissed', deadline: kind, policy } as const;
        await addTicketEvent(tx, { companyId, ticketId, userId: null }, event, now);
      }
      crashAt('deadline.written');
    });
    crashAt('deadline.committed');
  },
});

/** The hours that are known end one day. */
export const deadlineCalendars = ({ db }: { db: Database }): Job<EndingHours> => ({
  name: 'hours of deadlines',
  schedule: '0 17 * * * *',
  processes: 'one',
  due: (now, limit) =>
    db.asSystem((tx) => listEnding(tx, new Date(now.getTime() + LEAST_AHEAD_DAYS * DAY_MS), limit)),
  take: ({ companyId }) => db.withCompany(companyId, (tx) => hoursChanged(tx, companyId)),
});
