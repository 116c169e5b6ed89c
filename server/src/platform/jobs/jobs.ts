import type { FastifyInstance } from 'fastify';
import { createTask, type ScheduledTask } from 'node-cron';
import type { Log } from '../log.ts';
import type { DueItem, Job } from './job.ts';
import { createLeases, LEASE_MS, type Leases } from './leases.ts';
import { createRuns } from './runs.ts';
import type { JobDeps } from './take-due.ts';

export interface Jobs {
  /** All jobs, for whoever describes or tests them. */
  readonly all: readonly Job[];
  /** @returns has it run at once, because something has just become due. Cheap */
  add<Item extends DueItem>(job: Job<Item>): () => void;
  /** From now on they run, as in an application that listens. */
  begin(): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    jobs: Jobs;
  }
}

/**
 * Runs jobs by their schedules for as long as the application listens, and once when it begins to; the end waits for
 * the items under way.
 */
export function createJobs(app: FastifyInstance, deps: JobDeps): Jobs {
  const { db, log } = deps;
  const leases = createLeases(db);
  const runs = createRuns(deps);
  const all: Job[] = [];
  const tasks: ScheduledTask[] = [];
  const pokes: (() => void)[] = [];

  app.addHook('onListen', async () => jobs.begin());
  app.addHook('onClose', async () => {
    for (const task of tasks) void task.destroy();
    await runs.end();
    await leases
      .letGo()
      .catch((error: unknown) => log.warn({ err: error }, 'jobs are held until their time'));
  });

  const jobs: Jobs = {
    all,
    begin() {
      for (const task of tasks) void task.start();
      for (const poke of pokes) poke();
    },
    add(job) {
      const hold = (work: () => Promise<void>) => leases.hold(job.name, work);
      const poke = () => void runs.run(job, job.processes === 'one' ? hold : undefined);
      all.push(job);
      tasks.push(schedule(job, () => runs.run(job), { leases, log }));
      pokes.push(poke);
      return poke;
    },
  };
  app.decorate('jobs', jobs);
  return jobs;
}

function schedule(
  job: Job,
  run: () => Promise<void>,
  { leases, log }: { leases: Leases; log: Log },
): ScheduledTask {
  return createTask(job.schedule, run, {
    name: job.name,
    // Where no hour is ever missing or repeated.
    timezone: 'UTC',
    noOverlap: true,
    maxRandomDelay: job.maxDelayMs ?? 0,
    distributed: job.processes === 'one',
    runCoordinator: leases.coordinator,
    distributedLease: LEASE_MS,
    // What a busy or sleeping machine has missed is made up for, once.
    missedExecutionTolerance: Number.POSITIVE_INFINITY,
    suppressMissedWarning: true,
    unref: true,
    logger: {
      info: () => {},
      // That a long run goes on, mostly.
      warn: (message) => log.debug({ job: job.name }, message),
      error: (message, cause) =>
        log.warn({ err: cause ?? message, job: job.name }, 'a job was not looked at'),
      debug: () => {},
    },
  });
}
