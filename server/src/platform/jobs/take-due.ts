import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import type { Clock, DueItem, Job } from './job.ts';
import * as repo from './jobs.repo.ts';

export interface JobDeps {
  db: Database;
  log: Log;
  clock: Clock;
}

const AT_ONCE = 1_000;
/** Before the second try, and twice as long before each further one. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 3_600_000;
const MAX_REASON_CHARS = 300;

/**
 * Takes what is due of a job, one after the other. What fails is set back for a growing pause, with its reason, and the
 * next one has its turn; it is forgotten as soon as it succeeds or is not due any more. Throws when nobody knows what is
 * due, or what failed cannot be set back: then the database is away, and the next run finds it all.
 *
 * @param goesOn false: the rest is left to the next run
 * @returns why something was set back, the last reason; null when nothing was
 */
export async function takeDue<Item extends DueItem>(
  deps: JobDeps,
  job: Job<Item>,
  goesOn: () => boolean = () => true,
): Promise<string | null> {
  const { db, clock } = deps;
  const now = clock();
  const setbacks = await db.asSystem((tx) => repo.setbacksOf(tx, job.name));
  const known = new Map(setbacks.map((setback) => [keyOf(setback), setback]));
  const keyOfItem = (item: Item) => keyOf(repo.nameOf(item));
  // So many more that those that wait cannot keep the others out.
  const limit = AT_ONCE + known.size;
  const due = await job.due(now, limit);
  if (due.length < limit) await forgetGone(db, job.name, setbacks, new Set(due.map(keyOfItem)));
  const waits = (item: Item) => (known.get(keyOfItem(item))?.retryAt ?? now) > now;

  let reason: string | null = null;
  const queue = due.filter((item) => !waits(item));
  for (const item of queue) {
    if (!goesOn()) break;
    const before = known.get(keyOfItem(item));
    try {
      const { take } = job.giveUp && (before?.tries ?? 0) >= job.giveUp.tries ? job.giveUp : job;
      if ((await take(item, clock)) === 'more') queue.push(item);
      if (before && known.delete(keyOfItem(item)))
        await db.asSystem((tx) => repo.forget(tx, job.name, before));
    } catch (error) {
      reason = reasonOf(error);
      await setBack(deps, job, item, { tries: (before?.tries ?? 0) + 1, error });
    }
  }
  return reason;
}

const keyOf = ({ companyId, item }: Pick<repo.Setback, 'companyId' | 'item'>) => `${companyId} ${item}`;

async function forgetGone(
  db: Database,
  job: string,
  setbacks: readonly repo.Setback[],
  due: ReadonlySet<string>,
): Promise<void> {
  const gone = setbacks.filter((setback) => !due.has(keyOf(setback)));
  if (gone.length === 0) return;
  await db.asSystem(async (tx) => {
    for (const setback of gone) await repo.forget(tx, job, setback);
  });
}

async function setBack<Item extends DueItem>(
  { db, log, clock }: JobDeps,
  job: Job<Item>,
  item: Item,
  { tries, error }: { tries: number; error: unknown },
): Promise<void> {
  log.warn({ err: error, job: job.name, companyId: item.companyId, item: item.id, tries }, 'set back');
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), MAX_PAUSE_MS);
  const retryAt = new Date(clock().getTime() + pause);
  const reason = reasonOf(error);
  await db.asSystem((tx) => repo.setBack(tx, job.name, { ...repo.nameOf(item), tries, retryAt, reason }));
}

/** In one line that a text of the database can hold. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll('\0', '').slice(0, MAX_REASON_CHARS);
}
