import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from './client.ts';

/** A copy of the database that PostgreSQL keeps up to date, for reading. */
export interface Replica {
  sql: Sql;
  /**
   * Whether it has everything that anybody may have seen by now. It is waited for a moment; one that is away or behind is
   * then left alone for a while.
   */
  hasAll(): Promise<boolean>;
  /** It has failed: others are not to try it for a while. */
  rest(): void;
}

/** What a copy in the same house needs at most, and nobody notices. */
const MAX_WAIT_MS = 200;
const LOOK_MS = 5;
const REST_MS = 2_000;

/** Where the leader's log is. Two copies of which one was promoted count on from the same place, on other timelines. */
interface Place {
  lsn: string;
  timeline: number;
}

export function createReplica(leader: Sql, sql: Sql): Replica {
  let restsUntil = 0;

  async function waitFor({ lsn, timeline }: Place): Promise<boolean> {
    for (const end = performance.now() + MAX_WAIT_MS; performance.now() < end; await sleep(LOOK_MS)) {
      const [row] = await sql<{ hasAll: boolean }[]>`
        select coalesce(pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn, false)
          and timeline_id = ${timeline} as has_all from pg_control_checkpoint()`;
      if (row?.hasAll) return true;
    }
    return false;
  }

  const replica: Replica = {
    sql,
    async hasAll() {
      if (performance.now() < restsUntil) return false;
      const [place] = await leader<Place[]>`
        select pg_current_wal_flush_lsn()::text as lsn, database_timeline() as timeline`;
      // A connection that is only being made is not waited for either.
      const inTime = sleep(MAX_WAIT_MS, false);
      const has = place !== undefined && (await Promise.race([waitFor(place).catch(() => false), inTime]));
      if (!has) replica.rest();
      return has;
    },
    rest() {
      restsUntil = performance.now() + REST_MS;
    },
  };
  return replica;
}
