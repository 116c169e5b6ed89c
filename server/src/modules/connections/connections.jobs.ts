import type { Job } from '../../platform/jobs/job.ts';
import type { JobDeps } from '../../platform/jobs/take-due.ts';
import { unattendedConnections } from './unattended.service.ts';
import { deletedConnections } from './unfinished.service.ts';

/** What happens to connections because nobody does anything for them. */
export const connectionJobs = (deps: JobDeps): Job[] => [
  unattendedConnections(deps),
  deletedConnections(deps),
];
