import type { Snapshot } from './repository.ts';

const DAY_MS = 86_400_000;

/**
 * What is needed no more. The last snapshot of a copy of the database has the whole log that follows that copy, so it
 * leads to each of its moments, and the ones before it are needed no more once another copy has begun.
 */
export function obsolete(snapshots: readonly Snapshot[], now: Date, keepDays: number): string[] {
  const newest = snapshots.at(-1);
  const last = new Map(snapshots.map((snapshot) => [snapshot.since.getTime(), snapshot]));
  const kept = now.getTime() - keepDays * DAY_MS;
  return snapshots
    .filter(({ since }) => since.getTime() !== newest?.since.getTime())
    .filter((one) => last.get(one.since.getTime()) !== one || one.at.getTime() < kept)
    .map(({ id }) => id);
}

/**
 * The snapshot that leads to a moment: the one with the shortest way to it.
 *
 * @param to null: the newest
 * @throws Error that names the moments there are
 */
export function leadingTo(snapshots: readonly Snapshot[], to: Date | null): Snapshot {
  const found = to
    ? snapshots
        .filter(({ since, at }) => since <= to && to <= at)
        .sort((a, b) => +b.since - +a.since || +a.at - +b.at)[0]
    : snapshots.at(-1);
  if (found) return found;
  const spans = new Map(snapshots.map(({ since, at }) => [since.toISOString(), at.toISOString()]));
  const known = [...spans].map(([since, at]) => `${since} to ${at}`).join(', ');
  throw new Error(
    known
      ? `No backup leads to ${to?.toISOString()}. These moments are there: ${known}.`
      : 'There is no backup yet: "balcao backup" makes one.',
  );
}
