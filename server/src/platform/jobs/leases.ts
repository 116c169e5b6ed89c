import type { RunCoordinator } from 'node-cron';
import type { Database } from '../db/database.ts';
import * as repo from './jobs.repo.ts';

/** Longer than a delay, a run and the item at which it ends take: whoever is dead keeps the others out for so long. */
export const LEASE_MS = 60_000;

export interface Leases {
  /** For the moments of the schedules, of which each is taken once. */
  coordinator: RunCoordinator;
  /** Out of turn; does nothing while somebody else runs it. */
  hold(name: string, work: () => Promise<void>): Promise<void>;
  /** When the process ends. */
  letGo(): Promise<void>;
}

/** Which process runs a job that one at a time runs stands in the job's row. */
export function createLeases(db: Database): Leases {
  const owner = crypto.randomUUID();
  const take = (name: string, slot: string | null, ms: number) =>
    db.asSystem((tx) => repo.hold(tx, name, { owner, slot, ms }));
  const letGo = (name: string | null) => db.asSystem((tx) => repo.letGo(tx, owner, name));
  /** `name:moment`, and neither a name nor the moment's date has a colon. */
  const partsOf = (key: string) => {
    const end = key.indexOf(':');
    return [key.slice(0, end), key.slice(end + 1)] as const;
  };

  return {
    coordinator: {
      shouldRun(key, ms) {
        const [name, slot] = partsOf(key);
        return take(name, slot, ms);
      },
      onComplete: (key) => letGo(partsOf(key)[0]),
    },
    async hold(name, work) {
      if (!(await take(name, null, LEASE_MS))) return;
      try {
        await work();
      } finally {
        await letGo(name);
      }
    },
    letGo: () => letGo(null),
  };
}
