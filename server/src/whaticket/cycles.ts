import type { Family } from './family.ts';
import type { Known } from './origins.repo.ts';
import type { SourceRow } from './source.ts';
import { instant, whole } from './values.ts';

/** A time of service, as the figures count it. */
export interface Cycle {
  userId: number | null;
  queueId: number | null;
  createdAt: Date;
  queuedAt: Date | null;
  startedAt: Date | null;
  finishedAt: Date | null;
  finishedBy: number | null;
  ratedAt: Date | null;
  rate: 1 | 2 | 3 | null;
}

interface Ticket {
  status: 'pending' | 'open' | 'closed';
  userId: number | null;
  queueId: number | null;
  createdAt: Date;
  updatedAt: Date;
  closedAt: Date | null;
}

/**
 * Its episodes there, oldest first; one is made up where there is none. Of a conversation under way the last one goes on,
 * and no other does.
 */
export function cyclesOf(
  ticket: Ticket,
  episodes: readonly SourceRow[],
  ratings: readonly SourceRow[],
  family: Family,
  names: { users: Known; queues: Known },
): Cycle[] {
  const cycles = episodes.map((row) => cycleOf(ticket, row, names));
  cycles.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  const isUnderWay = ticket.status !== 'closed';
  if (cycles.length === 0 || (isUnderWay && cycles.at(-1)?.finishedAt))
    cycles.push(madeUp(ticket, cycles.length > 0));
  for (const [at, cycle] of cycles.entries()) {
    const next = cycles[at + 1];
    if (next) cycle.finishedAt ??= next.createdAt;
    else cycle.finishedAt = isUnderWay ? null : (cycle.finishedAt ?? ticket.closedAt);
  }
  const last = cycles.at(-1);
  if (last && isUnderWay) Object.assign(last, { queueId: ticket.queueId, userId: ticket.userId });
  for (const row of ratings) mark(cycles, row, family);
  return cycles;
}

function cycleOf(ticket: Ticket, row: SourceRow, { users, queues }: { users: Known; queues: Known }): Cycle {
  const queuedAt = instant(row.queuedAt);
  const startedAt = instant(row.startedAt);
  return {
    ...UNMARKED,
    userId: users.get(row.userId ?? '') ?? null,
    queueId: queues.get(row.queueId ?? '') ?? ticket.queueId,
    createdAt: instant(row.createdAt) ?? queuedAt ?? startedAt ?? ticket.createdAt,
    queuedAt,
    startedAt,
    finishedAt: instant(row.finishedAt),
  };
}

const UNMARKED = { finishedBy: null, ratedAt: null, rate: null };

const madeUp = ({ userId, queueId, createdAt, updatedAt }: Ticket, isAgain: boolean): Cycle => ({
  ...UNMARKED,
  userId,
  queueId,
  createdAt: isAgain ? updatedAt : createdAt,
  queuedAt: null,
  startedAt: null,
  finishedAt: null,
});

/** Of the last cycle that had begun by then, when that is over: a mark answers its end. */
function mark(cycles: readonly Cycle[], row: SourceRow, family: Family): void {
  const rate = rateOf(whole(row.rate), family);
  const at = instant(row.createdAt);
  if (rate === null || at === null) return;
  const cycle = cycles.findLast(({ createdAt, finishedAt }) => finishedAt !== null && createdAt <= at);
  if (cycle) Object.assign(cycle, { rate, ratedAt: at });
}

/** Marks go from 1 to 3 here. There to 3 in the first line, from 0 to 10 in the newest, else to 5, where 0 is none. */
function rateOf(rate: number | null, family: Family): 1 | 2 | 3 | null {
  if (rate === null || rate < 0 || rate > 10) return null;
  if (family === 'S5') return rate <= 6 ? 1 : rate <= 8 ? 2 : 3;
  if (rate === 0) return null;
  if (family === 'S1') return rate <= 3 ? (rate as 1 | 2 | 3) : null;
  return rate <= 2 ? 1 : rate === 3 ? 2 : 3;
}
