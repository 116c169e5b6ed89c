import { PRESENCE_HEARTBEAT_MS } from '@balcao/shared/constants.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Database } from '../platform/db/database.ts';

/** A console that comes back within this time was never away: reconnecting must not flicker in every directory. */
const GRACE_MS = 5_000;
const RENEW_MS = 60_000;
/** How long a process is believed that says nothing any more. */
const RENEWALS = 2.5;

export interface Presence {
  arrive(companyId: number, userId: number): void;
  leave(companyId: number, userId: number): void;
  /** The person is there for the next five minutes, with a console or without (behaviours, section 1). */
  beat(userId: number): void;
  /** Begins to end what processes have said that are no more. */
  start(): Promise<void>;
  /** Whoever is at no other process is away. */
  stop(): Promise<void>;
}

/**
 * Keeps `users.online`: true while an agent has a console at any process. Each has rows of its own in `presences`, which
 * end unless they are renewed; all processes look for people whose rows have ended.
 */
export function createPresence(deps: {
  db: Database;
  onError(error: unknown): void;
  times?: { graceMs: number; heartbeatMs: number; renewMs: number };
}): Presence {
  const { db, onError } = deps;
  const { graceMs, heartbeatMs, renewMs } = deps.times ?? {
    graceMs: GRACE_MS,
    heartbeatMs: PRESENCE_HEARTBEAT_MS,
    renewMs: RENEW_MS,
  };
  const process = crypto.randomUUID();
  const consoles = new Map<number, { companyId: number; count: number; beatAt: number }>();
  const leaving = new Map<number, NodeJS.Timeout>();
  /** One after the other: what is said last counts. */
  let lastWrite = Promise.resolve();
  let repeat: NodeJS.Timeout | undefined;

  const write = (companyId: number, userIds: number[], isHere: boolean): void => {
    const said = { process, userIds, isHere, lifeMs: RENEWALS * renewMs };
    lastWrite = lastWrite
      .then(() => db.withCompany(companyId, (tx) => say(tx, companyId, said)))
      .catch(onError);
  };

  function writeAll(isHere: boolean): void {
    const byCompany = Map.groupBy(consoles, ([, { companyId }]) => companyId);
    for (const [companyId, users] of byCompany)
      write(
        companyId,
        users.map(([userId]) => userId),
        isHere,
      );
  }

  async function endSilent(): Promise<void> {
    const silent = await db.asSystem(findSilent);
    for (const [companyId, users] of Map.groupBy(silent, (user) => user.companyId))
      write(
        companyId,
        users.map(({ id }) => id),
        false,
      );
  }

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
      await endSilent();
      repeat = setInterval(() => {
        writeAll(true);
        void endSilent().catch(onError);
      }, renewMs);
      repeat.unref();
    },
    async stop() {
      clearInterval(repeat);
      for (const timer of leaving.values()) clearTimeout(timer);
      writeAll(false);
      await lastWrite;
    },
  };
}

interface Said {
  process: string;
  userIds: number[];
  isHere: boolean;
  lifeMs: number;
}

/** People are locked first: of two processes that speak of one person, the second knows what the first has said. */
async function say(tx: Tx, companyId: number, { process, userIds, isHere, lifeMs }: Said): Promise<void> {
  const known = await tx<{ id: number }[]>`
    select id from users where company_id = ${companyId} and id = any (${userIds}::bigint[])
    order by id for no key update`;
  const ids = known.map(({ id }) => id);
  if (isHere)
    await tx`
      insert into presences (company_id, user_id, process, until)
      select ${companyId}, unnest(${ids}::bigint[]), ${process}, now() + ${lifeMs} * interval '1 millisecond'
      on conflict (company_id, user_id, process) do update set until = excluded.until`;
  else
    await tx`
      delete from presences
      where company_id = ${companyId} and user_id = any (${ids}::bigint[]) and (process = ${process} or until < now())`;
  await tx`
    update users u set online = not online
    where company_id = ${companyId} and id = any (${ids}::bigint[]) and online <> exists (
      select from presences p where p.company_id = u.company_id and p.user_id = u.id and p.until >= now())`;
}

/** Who is said to be online by nobody who is believed any more. */
const findSilent = async (tx: Tx): Promise<{ companyId: number; id: number }[]> => [
  ...(await tx<{ companyId: number; id: number }[]>`
    select u.company_id, u.id from users u
    where u.online and not exists (
      select from presences p where p.company_id = u.company_id and p.user_id = u.id and p.until >= now())`),
];
