import { createLanes } from '../lanes.ts';
import type { Job } from './job.ts';
import * as repo from './jobs.repo.ts';
import { type JobDeps, reasonOf, takeDue } from './take-due.ts';

/** Then a run begins no further item, so that it ends before its lease does. */
const MAX_RUN_MS = 20_000;
/** How often a job that goes on as it went is written down. */
const RECORD_MS = 60_000;

/** The runs of this process, of each job one at a time. */
export interface Runs {
  /**
   * After those that were asked for before. Never rejects.
   *
   * @param around decides when its turn comes whether it runs at all
   */
  run(job: Job, around?: (work: () => Promise<void>) => Promise<void>): Promise<void>;
  /** Begins nothing more, and waits for the items under way. */
  end(): Promise<void>;
}

export function createRuns(deps: JobDeps): Runs {
  const { log } = deps;
  const lanes = createLanes(Number.POSITIVE_INFINITY);
  const record = createRecorder(deps);
  const running = new Set<Promise<void>>();
  let ending = false;

  async function runNow(job: Job): Promise<void> {
    const startedAt = deps.clock();
    const began = performance.now();
    const elapsed = () => Math.round(performance.now() - began);
    const ended = await takeDue(deps, job, () => !ending && elapsed() < MAX_RUN_MS).then(
      (reason) => ({ outcome: reason === null ? 'done' : 'setBack', reason }) as const,
      (error: unknown) => {
        log.warn({ err: error, job: job.name }, 'a job failed');
        return { outcome: 'failed', reason: reasonOf(error) } as const;
      },
    );
    await record(job.name, { ...ended, startedAt, durationMs: elapsed() });
  }

  return {
    run(job, around = (work) => work()) {
      const turn = lanes
        .run([job.name], async () => {
          if (!ending) await around(() => runNow(job));
        })
        .catch((error: unknown) => log.warn({ err: error, job: job.name }, 'a job was not looked at'))
        .finally(() => running.delete(turn));
      running.add(turn);
      return turn;
    },
    async end() {
      ending = true;
      await Promise.all(running);
    },
  };
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
