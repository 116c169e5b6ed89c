import type { Job } from '../../platform/jobs/job.ts';
import type { JobDeps } from '../../platform/jobs/take-due.ts';
import * as repo from './stale-connections.repo.ts';

/** A process that ends and the next one need so long to hand a session over. */
const GRACE_MS = 30_000;

/**
 * A session whose process is gone, or for which none has room, writes nothing of itself: its connection would be called
 * connected, or about to be, for ever. Who holds the lease again says how it goes on; who lost it cannot write any more.
 */
export function unattendedConnections({ db, log, clock }: JobDeps): Job<repo.Unattended> {
  const startedAt = clock();
  return {
    name: 'unattended connections',
    schedule: '*/10 * * * * *',
    maxDelayMs: 1_000,
    processes: 'every',
    async due(now, limit) {
      // After an outage nobody has held a session for long; whoever starts with us takes them in a moment.
      if (now.getTime() - startedAt.getTime() < GRACE_MS) return [];
      return db.asSystem((tx) => repo.list(tx, GRACE_MS, limit));
    },
    async take({ companyId, id }) {
      if (await db.withCompany(companyId, (tx) => repo.mark(tx, companyId, id, GRACE_MS)))
        log.warn(
          { companyId, connectionId: id },
          'no process holds this session: is one missing, or are all full?',
        );
    },
  };
}
