import { setTimeout as pause } from 'node:timers/promises';
import { RETENTION_KINDS, type RetentionKind } from '@balcao/shared/features/retention/kinds.ts';
import { deletesFor, type Place } from '../../platform/db/aging.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { crashAt } from '../../platform/failpoints.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { Log } from '../../platform/log.ts';
import * as repo from './retention.repo.ts';
import { AGING } from './retention.service.ts';

/** Of one kind, before other companies have their turn. */
const AT_ONCE = 20;
/**
 * Each is followed by a pause so many times as long as it took: three of a hundred messages meet the night at work, and
 * the other 97 do not notice it. Its hours are room for some 40,000 conversations.
 */
const REST = 29;
const LEAST_REST_MS = 50;
/** A part of a large conversation rests less than its share, so that a night ends. */
const MOST_REST_MS = 2_000;

interface Deps {
  db: Database;
  log: Log;
}

/**
 * Lets go what companies keep no longer, in the small hours of their own clock: one thing after the other, each in its
 * transaction with how far the night has come. A night that dies goes on; what cannot be let go is counted, and left to
 * the next one.
 */
export const nights = ({ db, log }: Deps): Job<repo.DueNight> => ({
  name: 'nights of retention',
  schedule: '15 * * * * *',
  maxDelayMs: 5_000,
  processes: 'one',
  due: (now, limit) => db.asSystem((tx) => repo.listDue(tx, now, limit)),
  async take(due, clock) {
    const { companyId, night } = due;
    const { kind, place } = await db.withCompany(companyId, (tx) => repo.beginNight(tx, companyId, night));
    const rules = await db.readCompany(companyId, (tx) => repo.listRules(tx, companyId));
    const left = RETENTION_KINDS.slice(kind === null ? 0 : RETENTION_KINDS.indexOf(kind));
    for (const one of left) {
      const rule = rules.find((stored) => stored.kind === one);
      if (!rule) continue;
      const before = await db.readCompany(companyId, (tx) =>
        repo.beginningOf(tx, companyId, night, rule.months),
      );
      const after = one === kind ? place : null;
      if (await letGo({ db, log }, due, one, before, after)) return 'more';
    }
    await db.withCompany(companyId, (tx) => repo.endNight(tx, due, clock()));
    return undefined;
  },
});

/** Some of one kind. @returns false when none is left */
async function letGo(
  { db, log }: Deps,
  due: repo.DueNight,
  kind: RetentionKind,
  before: string,
  after: Place | null,
): Promise<boolean> {
  const { companyId } = due;
  const aging = AGING[kind];
  const found = await db.readCompany(companyId, (tx) => aging.list(tx, companyId, before, after, AT_ONCE));
  const inTurn = <T>(work: (tx: Tx) => Promise<T>) =>
    aging.asSystem ? db.asSystem(work) : db.withCompany(companyId, work);
  for (const place of found) {
    const turn = { kind, place };
    for (let isDone = false; !isDone; ) {
      const began = performance.now();
      isDone = await inTurn(async (tx) => {
        await deletesFor(tx, 'retention');
        const gone = await aging.take(tx, companyId, place.id, before);
        if (gone === 'more') return false;
        await repo.noteTurn(tx, due, turn, gone);
        crashAt('night.written');
        return true;
      }).catch(async (err: unknown) => {
        log.warn({ err, companyId, kind, id: place.id }, 'not let go');
        await db.withCompany(companyId, (tx) => repo.noteTurn(tx, due, turn, null));
        return true;
      });
      crashAt('night.committed');
      await pause(Math.min(Math.max((performance.now() - began) * REST, LEAST_REST_MS), MOST_REST_MS));
    }
  }
  return found.length > 0;
}
