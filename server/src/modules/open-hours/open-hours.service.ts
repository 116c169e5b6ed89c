import { openSpans } from '@balcao/shared/time/open-spans.ts';
import { DAY_MS } from '@balcao/shared/time/wall-clock.ts';
import type { Tx } from '../../platform/db/client.ts';
import * as repo from './open-hours.repo.ts';

export type { EndingHours } from './open-hours.repo.ts';

/**
 * When a company and its queues are open, as rows by which the database counts business hours. Only companies that have had
 * deadlines, or a queue that overflows in its hours, have them; a job carries them on.
 */

export const { listEnding } = repo;

/** Who has waited for longer has no time left in any case. */
const BACK_DAYS = 92;
const AHEAD_DAYS = 500;
/** With fewer days ahead they are carried on; a deadline of 30 days of short hours fits in. */
export const LEAST_AHEAD_DAYS = 400;

/** Before the first policy, or queue that overflows, looks at them. */
export async function knowHours(tx: Tx, companyId: number): Promise<void> {
  const { openUntil, now } = await repo.lockSet(tx, companyId);
  if (openUntil === null || openUntil.getTime() < now.getTime() + LEAST_AHEAD_DAYS * DAY_MS)
    await write(tx, companyId, now);
}

/** Hours, holidays, the timezone, or whose hours count are others now: deadlines follow. */
export async function hoursChanged(tx: Tx, companyId: number): Promise<void> {
  const known = await repo.findSet(tx, companyId);
  if (!known?.openUntil) return;
  await write(tx, companyId, known.now);
  if (known.active) await repo.renewDeadlines(tx, companyId);
}

async function write(tx: Tx, companyId: number, now: Date): Promise<void> {
  const from = now.getTime() - BACK_DAYS * DAY_MS;
  const to = now.getTime() + AHEAD_DAYS * DAY_MS;
  const calendars = await repo.listCalendars(tx, companyId);
  const rows = calendars.flatMap(({ queueId, ...calendar }) =>
    openSpans(calendar, from, to).map((span) => ({ queueId, ...span })),
  );
  await repo.replace(tx, companyId, rows, new Date(to));
}
