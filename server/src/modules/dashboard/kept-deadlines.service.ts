import type { Actor } from '@balcao/shared/contract/roles.ts';
import type {
  DashboardDeadlines,
  DashboardQuery,
  KeptDeadlines,
} from '@balcao/shared/features/dashboard/calls.ts';
import type { Tx } from '../../platform/db/client.ts';
import * as repo from './dashboard.repo.ts';
import { dayOf, daysAsked } from './dashboard.service.ts';
import { type Counts, type PartCounts, readCounts } from './figures.repo.ts';

/** Deadlines that were met and missed, of all, of each queue and agent, and on each day. */
export async function readDeadlines(
  tx: Tx,
  { companyId }: Actor,
  query: DashboardQuery,
  now: Date,
): Promise<DashboardDeadlines> {
  const { today } = await repo.findPlace(tx, companyId, now);
  const days = daysAsked(query, today);
  const numbers = Array.from({ length: days.last - days.first + 1 }, (_, index) => days.first + index);
  const names = await repo.findNames(tx, companyId);
  const [parts = [], ...byDay] = await readCounts(tx, companyId, [
    { days, parts: ['all', 'queue', 'user'] },
    ...numbers.map((day) => ({ days: { first: day, last: day }, parts: ['all'] as const })),
  ]);
  const [all] = parts.filter(({ part }) => part === 'all');
  const ofPart = (part: PartCounts['part'], known: readonly { id: number; name: string }[]) =>
    parts
      .filter((one) => one.part === part && hasAny(one))
      .map((one) => ({
        id: one.partId === 0 ? null : one.partId,
        name: known.find(({ id }) => id === one.partId)?.name ?? '',
        kept: keptOf(one),
      }))
      .sort((a, b) => a.name.localeCompare(b.name) || (a.id ?? 0) - (b.id ?? 0));
  return {
    all: keptOf(all),
    queues: ofPart('queue', names.queues),
    agents: ofPart('user', names.users),
    days: numbers.flatMap((day, index) => {
      const [counts] = byDay[index] ?? [];
      return counts && hasAny(counts) ? [{ day: dayOf(day), kept: keptOf(counts) }] : [];
    }),
  };
}

const keptOf = (counts: Counts | undefined): KeptDeadlines => ({
  firstAnswer: { met: counts?.firstMet ?? 0, missed: counts?.firstMissed ?? 0 },
  nextAnswer: { met: counts?.nextMet ?? 0, missed: counts?.nextMissed ?? 0 },
  resolution: { met: counts?.solvedMet ?? 0, missed: counts?.solvedMissed ?? 0 },
});

const hasAny = (counts: Counts): boolean =>
  Object.values(keptOf(counts)).some(({ met, missed }) => met + missed > 0);
