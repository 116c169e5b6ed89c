import type { Job } from '../../platform/jobs/job.ts';
import * as repo from './meanings.repo.ts';
import { type MeaningDeps, REST_MS, readNext } from './meanings.service.ts';

/** Asks AIs what articles mean, one article after the other: of what has changed, and of all where the model is another one. */
export const articleMeanings = (deps: MeaningDeps): Job<{ companyId: number; id: number }> => ({
  name: 'meanings of articles',
  schedule: '*/20 * * * * *',
  processes: 'one',
  due: (now, limit) => deps.db.asSystem((tx) => repo.listDue(tx, new Date(now.getTime() - REST_MS), limit)),
  take: async ({ companyId }, clock) =>
    (await readNext({ ...deps, clock }, companyId)) ? 'more' : undefined,
});
