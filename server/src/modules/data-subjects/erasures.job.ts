import type { Database } from '../../platform/db/database.ts';
import { crashAt } from '../../platform/failpoints.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { Secrets } from '../../platform/secrets.ts';
import * as erase from './erase.repo.ts';
import { takeAll } from './erase-person.service.ts';
import * as repo from './erasures.repo.ts';
import { begin } from './erasures.service.ts';

/**
 * Deletes what a person has asked to be deleted, a thing at a time, each in its transaction. Whatever stops it, the next run
 * begins with the first step again, which finds nothing any more. It ends once the files are gone from the disk, which other
 * jobs do.
 */
export const erasures = ({ db, secrets }: { db: Database; secrets: Secrets }): Job<repo.DueErasure> => ({
  name: 'erasures',
  schedule: '30 * * * * *',
  maxDelayMs: 5_000,
  processes: 'one',
  due: (now, limit) => db.asSystem((tx) => repo.listDue(tx, now, limit)),
  async take(due, clock) {
    if (!(await db.withCompany(due.companyId, (tx) => begin(tx, due, clock())))) return;
    crashAt('erasure.begun');
    await takeAll(db, secrets, due);
    await db.withCompany(due.companyId, async (tx) => {
      if ((await erase.hurryFiles(tx, due)) === 0) await erase.end(tx, due, clock());
    });
  },
});
