import { type Check, found } from './check.ts';

/** What has failed so often does not heal by itself. */
const OFTEN = 5;

/** The work that returns by the clock. */
export const jobs: Check = async ({ tx, installation: { failedJobs } }) => {
  const stuck = await tx<{ job: string; count: number }[]>`
    select job, count(*)::int as count from job_setbacks where tries >= ${OFTEN} group by job order by job`;
  const wrong = [
    ...(failedJobs.length > 0 ? [found('jobsFailed', { name: failedJobs.join(', ') })] : []),
    ...stuck.map(({ job, count }) => found('jobsSetBack', { name: job, count })),
  ];
  return wrong.length > 0 ? wrong : [found('jobsDone')];
};
