import type { Tx } from '../platform/db/client.ts';
import type { Database } from '../platform/db/database.ts';

const PRESENCE_HEARTBEAT_MS = 300_000;

/** A console that comes back within this time was never away: reconnecting must not flicker in every directory. */
const GRACE_MS = 5_000;
const RENEW_MS = 60_000;
/** How long a process is believed that says nothing any more. */
const RENEWALS = 2.5;

export interface Presence {
  arrive(companyId: number, userId: number): void;
  leave(companyId: number, userId: number): void;
  /** The person is there for the next five minutes, with a console or without. */
  beat(userId: number): void;
  /** Begins to end what processes have said that are no more. */
  start(): Promise<void>;
  /** Afterwards people who are at no other process count as away. */
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
  const voice = createVoice(db, RENEWALS * renewMs, onError);
  const consoles = new Map<number, { companyId: number; count: number; beatAt: number }>();
  const leaving = new Map<number, NodeJS.Timeout>();
  let repeat: NodeJS.Timeout | undefined;

  function sayAll(news: PresenceChange): void {
    const byCompany = Map.groupBy(consoles, ([, { companyId }]) => companyId);
    for (const [companyId, users] of byCompany) {
      const userIds = users.map(([userId]) => userId);
      voice.say(companyId, userIds, news);
    }
  }

  return {
    arrive(companyId, userId) {
      clearTimeout(leaving.get(userId));
      leaving.delete(userId);
      const known = consoles.get(userId);
      if (known) known.count += 1;
      else {
        consoles.set(userId, { companyId, count: 1, beatAt: Number.NEGATIVE_INFINITY });
        voice.say(companyId, [userId], 'here');
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
          voice.say(companyId, [userId], 'gone');
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
      await voice.endSilent();
      repeat = setInterval(() => {
        sayAll('here');
        void voice.endSilent();
      }, renewMs);
      repeat.unref();
    },
    async stop() {
      clearInterval(repeat);
      for (const timer of leaving.values()) clearTimeout(timer);
      sayAll('gone');
      await voice.said();
    },
  };
}

/** What is said of people: they have a console here, have none here any more, or no process says anything of them. */
type PresenceChange = 'here' | 'gone' | 'silent';

/** What this process says of people, one thing after the other: what is said last counts. */
interface Voice {
  say(companyId: number, userIds: number[], news: PresenceChange): void;
  /** Ends what processes have said that are no more. */
  endSilent(): Promise<void>;
  /** Resolves when everything is said. */
  said(): Promise<void>;
}

/** @param lifeMs how long it is believed without another word */
function createVoice(db: Database, lifeMs: number, onError: (error: unknown) => void): Voice {
  const process = crypto.randomUUID();
  let lastWrite = Promise.resolve();

  function inTurn(work: () => Promise<void>): Promise<void> {
    lastWrite = lastWrite.then(work).catch(onError);
    return lastWrite;
  }

  const write = (companyId: number, userIds: number[], news: PresenceChange): Promise<void> =>
    db.withCompany(companyId, (tx) => say(tx, companyId, { process, userIds, news, lifeMs }));

  return {
    say: (companyId, userIds, news) => void inTurn(() => write(companyId, userIds, news)),
    /** After what was renewed: a process that stood still has let its own rows run out. */
    endSilent: () =>
      inTurn(async () => {
        const silent = await db.asSystem(findSilent);
        for (const [companyId, users] of Map.groupBy(silent, (user) => user.companyId)) {
          const userIds = users.map(({ id }) => id);
          await write(companyId, userIds, 'silent');
        }
      }),
    said: () => lastWrite,
  };
}

interface Said {
  process: string;
  userIds: number[];
  news: PresenceChange;
  lifeMs: number;
}

/** People are locked first: of two processes that speak of one person, the second knows what the first has said. */
async function say(tx: Tx, companyId: number, { process, userIds, news, lifeMs }: Said): Promise<void> {
  const known = await tx<{ id: number }[]>`
    select id from users where company_id = ${companyId} and id = any (${userIds}::bigint[])
    order by id for no key update`;
  const ids = known.map(({ id }) => id);
  if (news === 'here')
    await tx`
      insert into presences (company_id, user_id, process, until)
      select ${companyId}, unnest(${ids}::bigint[]), ${process}, now() + ${lifeMs} * interval '1 millisecond'
      on conflict (company_id, user_id, process) do update set until = excluded.until`;
  else
    await tx`
      delete from presences
      where company_id = ${companyId} and user_id = any (${ids}::bigint[])
        and (until < now() or ${news === 'gone'} and process = ${process})`;
  await tx`
    update users u set online = not online
    where company_id = ${companyId} and id = any (${ids}::bigint[]) and online <> exists (
      select from presences p where p.company_id = u.company_id and p.user_id = u.id and p.until >= now())`;
}

/** People who are online only by the word of processes that are not believed any more. */
const findSilent = async (tx: Tx): Promise<{ companyId: number; id: number }[]> => [
  ...(await tx<{ companyId: number; id: number }[]>`
    select u.company_id, u.id from users u
    where u.online and not exists (
      select from presences p where p.company_id = u.company_id and p.user_id = u.id and p.until >= now())`),
];
