import { PRESENCE_HEARTBEAT_MS } from '@balcao/shared/constants.ts';
import type { Database } from '../platform/db/database.ts';

/** A console that comes back within this time was never away: reconnecting must not flicker in every directory. */
const GRACE_MS = 5_000;

export interface Presence {
  arrive(companyId: number, userId: number): void;
  leave(companyId: number, userId: number): void;
  /** The person is there for the next five minutes, with a console or without (behaviours, section 1). */
  beat(userId: number): void;
  /** Forgets who was online when the last run ended. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Keeps `users.online`: true while an agent has a console here. With several processes another one may say "away" too
 * early; every process repeats what it knows from time to time, so that heals by itself.
 */
export function createPresence(deps: {
  db: Database;
  onError(error: unknown): void;
  times?: { graceMs: number; heartbeatMs: number };
}): Presence {
  const { graceMs, heartbeatMs } = deps.times ?? { graceMs: GRACE_MS, heartbeatMs: PRESENCE_HEARTBEAT_MS };
  const consoles = new Map<number, { companyId: number; count: number; beatAt: number }>();
  const leaving = new Map<number, NodeJS.Timeout>();
  const writes = new Set<Promise<void>>();

  const write = (companyId: number, userIds: number[], online: boolean): void => {
    const done = deps.db
      .withCompany(companyId, async (tx) => {
        await tx`update users set online = ${online}
          where company_id = ${companyId} and id = any (${userIds}::bigint[]) and online <> ${online}`;
      })
      .catch(deps.onError)
      .finally(() => writes.delete(done));
    writes.add(done);
  };

  const repeat = setInterval(() => {
    const here = Map.groupBy(consoles, ([, { companyId }]) => companyId);
    for (const [companyId, users] of here)
      write(
        companyId,
        users.map(([userId]) => userId),
        true,
      );
  }, heartbeatMs);
  repeat.unref();

  return {
    arrive(companyId, userId) {
      clearTimeout(leaving.get(userId));
      leaving.delete(userId);
      const known = consoles.get(userId);
      if (known) known.count += 1;
      else {
        consoles.set(userId, { companyId, count: 1, beatAt: Number.NEGATIVE_INFINITY });
        write(companyId, [userId], true);
      }
    },
    leave(companyId, userId) {
      const known = consoles.get(userId);
      if (!known) return;
      known.count -= 1;
      if (known.count > 0) return;
      const owed = known.beatAt + heartbeatMs - performance.now();
      const timer = setTimeout(
        () => {
          leaving.delete(userId);
          if (consoles.get(userId)?.count !== 0) return;
          consoles.delete(userId);
          write(companyId, [userId], false);
        },
        Math.max(graceMs, owed),
      );
      timer.unref();
      leaving.set(userId, timer);
    },
    beat(userId) {
      const known = consoles.get(userId);
      if (known) known.beatAt = performance.now();
    },
    async start() {
      const stale = await deps.db.asSystem(async (tx) => [
        ...(await tx<{ companyId: number }[]>`select distinct company_id from users where online`),
      ]);
      for (const { companyId } of stale)
        await deps.db.withCompany(companyId, async (tx) => {
          await tx`update users set online = false where company_id = ${companyId} and online
            and id <> all (${[...consoles.keys()]}::bigint[])`;
        });
    },
    async stop() {
      clearInterval(repeat);
      for (const timer of leaving.values()) clearTimeout(timer);
      await Promise.all(writes);
    },
  };
}
