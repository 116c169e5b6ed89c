import type { Database } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';
import * as repo from './imports.repo.ts';
import { failImport, takeRows } from './imports.service.ts';

/** A race against a message that has just come is over at the next attempt; what fails so often fails for ever. */
const MAX_TRIES = 5;

/** Takes rows of started imports over, a few in each transaction, of each import in its turn. */
export const contactImports = ({ db }: { db: Database }): Job<repo.RunningImport> => ({
  name: 'imports of contacts',
  // After a restart; else they begin as soon as somebody starts one.
  schedule: '*/15 * * * * *',
  processes: 'one',
  due: (_now, limit) => db.asSystem((tx) => repo.running(tx, limit)),
  async take({ companyId, id }) {
    return (await db.withCompany(companyId, (tx) => takeRows(tx, companyId, id))) ? 'more' : 'done';
  },
  giveUp: {
    tries: MAX_TRIES,
    take: ({ companyId, id }) => db.withCompany(companyId, (tx) => failImport(tx, companyId, id)),
  },
});
