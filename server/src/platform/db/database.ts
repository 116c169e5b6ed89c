import { gatherAfterCommit } from './after-commit.ts';
import { writeBeginning } from './beginning.ts';
import { type DatabaseRole, openPool, type Sql, type Tx } from './client.ts';
import { isConflict, isUnavailable } from './errors.ts';
import { lastOf } from './last-statement.ts';
import { createReplica } from './replica.ts';

/**
 * The only ways to the rows. A tenant table is reached through one company's handle; row-level security stands behind
 * it, so that a forgotten condition shows nothing. Work that lost against somebody else's is done again, so it may have
 * no other effects than its rows; what others hear of it waits in `afterCommit`.
 */
export interface Database {
  /** One company, read and write, one transaction. After the commit its consoles are told to look (a hint only). */
  withCompany<T>(companyId: number, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** One company in one unchanging snapshot, read only. */
  readCompany<T>(companyId: number, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * The same on a replica, where there is one that has everything that was committed until now; else on the leader. For
   * what reads much. Work that a replica could not finish is done again.
   */
  readReplica<T>(companyId: number, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Across companies: sign-in, leases, start-up. Never on behalf of a request's input alone. */
  asSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same for one statement alone, which is a transaction by itself. */
  oneAsSystem<T>(statement: (tx: Tx) => Promise<T>): Promise<T>;
  /** From now on this is done last in each transaction of `withCompany`, and is committed with it or not at all. */
  beforeCommit(work: (tx: Tx, companyId: number) => Promise<void>): void;
  /** Hears a NOTIFY channel for as long as the database lives; reconnects by itself. */
  listen(channel: string, listener: (payload: string) => void): Promise<void>;
  notify(channel: string, payload: string): Promise<void>;
  /** Transactions of this process: those that wait for a connection, and those that have one, of so many. */
  load(): { waiting: number; running: number; most: number };
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  /** Of a replica that may be read instead; absent: there is none. */
  replicaUrl?: string | undefined;
  /** Shown in the database's own list of connections. */
  name: string;
  /** What addresses of people are hashed with (`addressKey`); absent: nothing is done here that needs it. */
  addressKey?: Uint8Array | undefined;
  /** Connections of the tenant pool; the system pool has a quarter of it. */
  poolSize: number;
  /** Called after each committed `withCompany`. */
  onCommit(companyId: number): void;
}

const MAX_REPETITIONS = 3;

export function openDatabase(options: DatabaseOptions): Database {
  const { name, addressKey } = options;
  const pool = (role: DatabaseRole, max: number) => openPool(options.url, { role, max, name, addressKey });
  const app = pool('balcao_app', options.poolSize);
  const systemSize = Math.max(2, Math.ceil(options.poolSize / 4));
  const system = pool('balcao_system', systemSize);
  const load = { waiting: 0, running: 0 };
  const replica = options.replicaUrl
    ? createReplica(
        app,
        openPool(options.replicaUrl, {
          role: 'balcao_app',
          max: options.poolSize,
          name,
          addressKey,
          isReplica: true,
        }),
      )
    : null;

  let finish: (tx: Tx, companyId: number) => Promise<void> = async () => {};

  return {
    async withCompany(companyId, work) {
      const whole = async (tx: Tx) => {
        const result = await work(tx);
        await finish(tx, companyId);
        return result;
      };
      const result = await begin(app, load, writeBeginning('read write', companyId), whole);
      options.onCommit(companyId);
      return result;
    },
    readCompany: (companyId, work) => read(app, load, companyId, work),
    async readReplica(companyId, work) {
      if (!replica || !(await replica.hasAll())) return read(app, load, companyId, work);
      try {
        return await read(replica.sql, load, companyId, work);
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        replica.rest();
        return read(app, load, companyId, work);
      }
    },
    asSystem: (work) => begin(system, load, writeBeginning('read write'), work),
    oneAsSystem: (statement) => statement(system as unknown as Tx),
    beforeCommit(work) {
      finish = work;
    },
    listen: async (channel, listener) => {
      await system.listen(channel, listener);
    },
    notify: async (channel, payload) => {
      await system.notify(channel, payload);
    },
    load: () => ({ ...load, most: options.poolSize * (replica ? 2 : 1) + systemSize }),
    async ping() {
      await system`select 1`;
    },
    async close() {
      await Promise.all([app, system, replica?.sql].map((sql) => sql?.end({ timeout: 5 })));
    },
  };
}

interface Load {
  waiting: number;
  running: number;
}

/** What was read does not change when its transaction ends: nobody waits for that. */
function read<T>(sql: Sql, load: Load, companyId: number, work: (tx: Tx) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    begin(sql, load, writeBeginning('isolation level repeatable read read only', companyId), async (tx) =>
      resolve(await work(tx)),
    ).catch(reject);
  });
}

async function begin<T>(sql: Sql, load: Load, beginning: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { result, tell } = await once(sql, load, beginning, work);
      tell();
      return result;
    } catch (error) {
      if (attempt > MAX_REPETITIONS || !isConflict(error)) throw error;
    }
  }
}

async function once<T>(sql: Sql, load: Load, beginning: string, work: (tx: Tx) => Promise<T>) {
  let place: keyof Load = 'waiting';
  load.waiting += 1;
  const inside = async (begun: unknown) => {
    const tx = begun as Tx;
    load.waiting -= 1;
    load.running += 1;
    place = 'running';
    const tell = gatherAfterCommit(tx);
    return { result: await work(tx), tell, last: { done: lastOf(tx) } };
  };
  try {
    // postgres.js unwraps arrays of promises in its result type; our work returns plain values.
    const { result, tell, last } = await (sql.begin(beginning, inside) as ReturnType<typeof inside>);
    // PostgreSQL undoes a transaction of which a statement failed, and calls that a commit as well.
    await last.done;
    return { result, tell };
  } finally {
    load[place] -= 1;
  }
}
