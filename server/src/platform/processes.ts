import { setTimeout as sleep } from 'node:timers/promises';
import type { Tx } from './db/client.ts';
import type { Database } from './db/database.ts';
import type { Log } from './log.ts';

/** A program of this server that is at work, as the others know it. */
export interface ProcessInfo {
  /** Unique, also among those that were there before. */
  id: string;
  kind: 'api' | 'sessions';
  /** Where it runs, as operators call it. */
  machine: string;
  version: string;
  /** Sessions of connections that it may hold. */
  capacity: number;
}

/** What it says of itself and its machine. Bytes; null: that cannot be known. */
export interface Measures {
  /** Consoles that are connected to it. */
  consoles: number;
  memory: number;
  /** Of the fullest of its disks with files, a database or backups. */
  disk: number | null;
  diskFree: number | null;
}

export function newProcessId(machine: string): string {
  return `${machine}/${process.pid}/${crypto.randomUUID()}`;
}

/** Says that it lives for so long; true when somebody wants it to hand over what it has. */
export async function sayAlive(
  tx: Tx,
  own: ProcessInfo,
  { consoles, memory, disk, diskFree }: Measures,
  ttlMs: number,
): Promise<boolean> {
  const until = tx`clock_timestamp() + ${ttlMs} * interval '1 millisecond'`;
  const [row] = await tx<{ draining: boolean }[]>`
    insert into processes (id, kind, machine, version, capacity, expires_at, consoles, memory, disk, disk_free)
    values (${own.id}, ${own.kind}, ${own.machine}, ${own.version}, ${own.capacity}, ${until},
      ${consoles}, ${memory}, ${disk}, ${diskFree})
    on conflict (id) do update set expires_at = excluded.expires_at, consoles = excluded.consoles,
      memory = excluded.memory, disk = excluded.disk, disk_free = excluded.disk_free
    returning draining`;
  return row?.draining === true;
}

/** It ends in order. */
export async function sayGoodbye(tx: Tx, id: string): Promise<void> {
  await tx`delete from processes where id = ${id}`;
}

/** Null: a program of an earlier version does not say it. */
type ToldMeasures = { [Name in keyof Measures]: number | null };

export interface LivingProcess extends ProcessInfo, ToldMeasures {
  draining: boolean;
  startedAt: Date;
  /** Sessions of connections that it holds. */
  held: number;
}

export async function listAlive(tx: Tx): Promise<LivingProcess[]> {
  return tx<LivingProcess[]>`
    select p.id, p.kind, p.machine, p.version, p.capacity, p.draining, p.started_at, p.consoles, p.memory, p.disk,
      p.disk_free,
      (select count(*)::int from connection_leases l where l.owner = p.id) as held
    from processes p where p.expires_at > clock_timestamp() order by p.machine, p.kind, p.started_at, p.id`;
}

/** @returns how many programs that is */
export async function drain(tx: Tx, machine: string, draining: boolean): Promise<number> {
  const { count } = await tx`
    update processes set draining = ${draining}
    where machine = ${machine} and kind = 'sessions' and expires_at > clock_timestamp()`;
  return count;
}

/** Others hear this often that a process lives that holds nothing, and may doubt it after so long. */
const WORD = { everyMs: 5_000, ttlMs: 20_000 };
const GOODBYE_MS = 1_000;

/** Lets the others know of this process until it ends. */
export async function announceProcess(deps: {
  db: Database;
  log: Log;
  own: ProcessInfo;
  measure(): Measures;
}) {
  const { db, log, own, measure } = deps;
  const say = () =>
    db
      .asSystem((tx) => sayAlive(tx, own, measure(), WORD.ttlMs))
      .catch((error: unknown) => log.warn({ err: error }, 'this process is not announced'));
  await say();
  const timer = setInterval(say, WORD.everyMs);
  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      // Without it the others notice a moment later.
      await Promise.race([
        db.asSystem((tx) => sayGoodbye(tx, own.id)),
        sleep(GOODBYE_MS, undefined, { ref: false }),
      ]);
    },
  };
}
