import type { FastifyInstance } from 'fastify';
import { createTask, type ScheduledTask } from 'node-cron';
import { createLanes } from '../lanes.ts';
import type { DueItem, Job } from './job.ts';
import * as repo from './jobs.repo.ts';
import { createLeases, LEASE_MS } from './leases.ts';
import { type JobDeps, reasonOf, takeDue } from './take-due.ts';

/** Then a run begins no further item, so that it ends before its lease does. */
const MAX_RUN_MS = 20_000;
/** How often a job that goes on as it went is written down. */
const RECORD_MS = 60_000;

export interface Jobs {
  /** For whoever describes or tests them. */
  readonly all: readonly Job[];
  /** @returns has it run at once, because something has just become due. Cheap */
  add<Item extends DueItem>(job: Job<Item>): () => void;
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
  const lanes = createLanes(Number.POSITIVE_INFINITY);
  const all: Job[] = [];
  const tasks: ScheduledTask[] = [];
  const pokes: (() => void)[] = [];
  const running = new Set<Promise<void>>();
  let closing = false;
  const recorder = createRecorder(deps);

  async function run(job: Job): Promise<void> {
    if (closing) return;
    const began = performance.now();
    const startedAt = deps.clock();
    const goesOn = () => !closing && performance.now() - began < MAX_RUN_MS;
    const ended = await takeDue(deps, job, goesOn).then(
      (reason) => ({ outcome: reason === null ? 'done' : 'setBack', reason }) as const,
      (error: unknown) => {
        log.warn({ err: error, job: job.name }, 'a job failed');
        return { outcome: 'failed', reason: reasonOf(error) } as const;
      },
    );
    await recorder(job.name, { ...ended, startedAt, durationMs: Math.round(performance.now() - began) });
  }

  /** One run of a job at a time, whoever asks for it. */
  function inTurn(job: Job, work: () => Promise<void>): Promise<void> {
    const turn = lanes
      .run([job.name], work)
      .catch((error: unknown) => log.warn({ err: error, job: job.name }, 'a job was not looked at'))
      .finally(() => running.delete(turn));
    running.add(turn);
    return turn;
  }

  function schedule(job: Job): ScheduledTask {
    return createTask(job.schedule, () => inTurn(job, () => run(job)), {
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

  app.addHook('onListen', async () => {
    for (const task of tasks) void task.start();
    for (const poke of pokes) poke();
  });
  app.addHook('onClose', async () => {
    closing = true;
    for (const task of tasks) void task.destroy();
    await Promise.all(running);
    await leases
      .letGo()
      .catch((error: unknown) => log.warn({ err: error }, 'jobs are held until their time'));
  });

  const jobs: Jobs = {
    all,
    add(job) {
      const poke = () => {
        if (closing) return;
        void inTurn(job, () => (job.processes === 'one' ? leases.hold(job.name, () => run(job)) : run(job)));
      };
      all.push(job);
      tasks.push(schedule(job));
      pokes.push(poke);
      return poke;
    },
  };
  app.decorate('jobs', jobs);
  return jobs;
}

/** Writes down how a job went, when that changes and once a minute. */
function createRecorder({ db, log }: JobDeps) {
  const known = new Map<string, { outcome: repo.RunRecord['outcome']; at: number }>();
  return async (name: string, run: repo.RunRecord): Promise<void> => {
    const last = known.get(name);
    const now = performance.now();
    if (last?.outcome === run.outcome && now - last.at < RECORD_MS) return;
    try {
      await db.asSystem((tx) => repo.record(tx, name, run));
      known.set(name, { outcome: run.outcome, at: now });
    } catch (error) {
      log.warn({ err: error, job: name }, 'the run of a job was not written down');
    }
  };
}
