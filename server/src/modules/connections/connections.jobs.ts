import type { Job } from '../../platform/jobs/job.ts';
import type { JobDeps } from '../../platform/jobs/take-due.ts';
import { deletedConnections } from './deleted-connections.service.ts';
import { unattendedConnections } from './stale-connections.service.ts';

/** What happens to connections because nobody does anything for them. */
export const connectionJobs = (deps: JobDeps): Job[] => [
  unattendedConnections(deps),
  deletedConnections(deps),
];
