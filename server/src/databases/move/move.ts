import { setTimeout as sleep } from 'node:timers/promises';
import { currentRange, giveIds, takeRange } from '../ids.ts';
import type { Owner } from '../owner.ts';
import * as replication from '../replication.ts';
import type { Hold } from './hold.ts';
import { companyTables, fence, hide, removeRows, show, unfence, unhide } from './tables.ts';

/**
 * One company from one database to another, while its people work: its rows are copied and followed, then it is quiet for
 * the seconds in which the last ones come, and goes on there. Every step may be done again, so a move that was interrupted
 * goes on wherever it stopped. What the directory says decides whose rows count: until its last step those here.
 */
export interface Move {
  companyId: number;
  /** The database with the directory. */
  first: Owner;
  from: Owner;
  to: Owner;
  hold: Hold;
  say(line: string): void;
}

const LOOK_MS = 50;
/** PostgreSQL tries to copy a table again this often; what is as it should be is over long before. */
const STRANDED_MS = 5_000;
/** Processes that are about to end a session, or to finish a call; rows that come slowly. */
const QUIET_LIMIT_MS = 60_000;
/** Every process has heard by then that the company is elsewhere (places.ts). */
const HEARD_MS = 5_000;

export async function move(parts: Move): Promise<void> {
  const { companyId, hold, to, say } = parts;
  await hold.write({ movingTo: to.name });
  await giveGreaterIds(parts);
  say(`copying company ${companyId} to ${to.name}; it works on`);
  await hide(at(parts, to));
  await copy(parts);

  const began = performance.now();
  try {
    await bringTheLastRows(parts, began + QUIET_LIMIT_MS);
  } catch (error) {
    // Where that fails, the processes that serve it do so a moment later.
    await stay(parts).catch(() => {});
    throw error;
  }
  await hold.write({ database: to.name, movingTo: null });
  await arrive(parts);
  say(`quiet for ${((performance.now() - began) / 1000).toFixed(1)} s`);
  await cleanUp(parts);
}

const at = ({ companyId, hold }: Pick<Move, 'companyId' | 'hold'>, owner: Owner) => ({
  owner,
  companyId,
  hold,
});

/** What is newer has a greater id, also of companies that come from another database. */
async function giveGreaterIds({ first, from, to }: Move): Promise<void> {
  if ((await currentRange(first, to.name)) > (await currentRange(first, from.name))) return;
  const range = await takeRange(first, to.name);
  // New companies have these ids too: processes must know by then where that is.
  await sleep(HEARD_MS);
  await giveIds(to, range);
}

/** Its people go on where its rows are now. */
export async function arrive(parts: Omit<Move, 'from'>): Promise<void> {
  const { companyId, hold, to, say } = parts;
  say(`opening it in ${to.name}`);
  await show(at(parts, to), continueFeed(companyId));
  await hold.write({ quiet: false });
  await wake(to, companyId);
  say(`company ${companyId} is on ${to.name}`);
}

/** Its people go on where they were: the move is not over, and may be tried again. */
export async function stay(parts: Pick<Move, 'companyId' | 'from' | 'hold'>): Promise<void> {
  const { companyId, from, hold } = parts;
  await unfence(at(parts, from));
  await hold.write({ quiet: false });
  await wake(from, companyId);
}

/** What is left of a company where it was. */
export async function cleanUp(parts: Move): Promise<void> {
  const { companyId, from, to, say } = parts;
  await replication.dropSubscription(to, nameOf(companyId));
  await replication.dropSlots(from, nameOf(companyId));
  await from.sql.unsafe(`drop publication if exists ${nameOf(companyId)}`);
  say(`removing its rows from ${from.name}`);
  await sleep(HEARD_MS);
  await removeRows(at(parts, from));
  await unhide(at(parts, to));
  await unfence(at(parts, from));
}

const nameOf = (companyId: number) => `balcao_move_${companyId}`;

async function copy(parts: Move): Promise<void> {
  const { companyId, from, to } = parts;
  const name = nameOf(companyId);
  const [published] = await from.sql`select from pg_publication where pubname = ${name}`;
  if (!published) {
    const tables = await companyTables(from);
    const rows = tables.map((table) => `${table.name} where (${table.column} = ${companyId})`);
    await from.sql.unsafe(`create publication ${name} for table ${rows.join(', ')}`);
  }
  // What happened since it was lost nobody knows: the copy begins again.
  if (!(await replication.hasSlot(from, name))) await replication.dropSubscription(to, name);
  const [begun] = await to.sql`select from pg_subscription where subname = ${name}`;
  if (!begun) await removeRows(at(parts, to));
  await replication.ensureSlot(from, name);
  await replication.ensureSubscription(to, { name, publication: name, from });
  for (let soundAt = performance.now(); !(await replication.isCopied(to, name)); await sleep(LOOK_MS)) {
    if (!(await replication.hasSlot(from, name))) return copy(parts);
    if (!(await replication.isStranded(to, from, name))) soundAt = performance.now();
    else if (performance.now() - soundAt > STRANDED_MS) {
      await replication.dropSubscription(to, name);
      return copy(parts);
    }
  }
}

/** Nobody works for the company any more, neither its people nor its connections, and everything has come. */
async function bringTheLastRows(parts: Move, limit: number): Promise<void> {
  const { companyId, from, hold, say } = parts;
  await from.sql`insert into leaving_companies (company) values (${companyId}) on conflict do nothing`;
  await hold.write({ quiet: true });
  say('quiet: its people wait for a moment');
  await wake(from, companyId);
  const isInTime = () => performance.now() < limit;
  for (; !(await isAtRest(from, companyId)); await sleep(LOOK_MS))
    if (!isInTime())
      throw new Error(
        `Company ${companyId} does not come to rest in ${from.name}, so it goes on there. Start this again.`,
      );
  await fence(at(parts, from));
  say('waiting for the last rows');
  await catchUp(parts, isInTime);
}

async function isAtRest({ sql }: Owner, companyId: number): Promise<boolean> {
  const [row] = await sql<{ isAtRest: boolean }[]>`
    select not exists (select from held_connections where company_id = ${companyId} and owner is not null)
      and not exists (select from outgoing_calls
        where company_id = ${companyId} and state = 'running' and held_until > now()) as is_at_rest`;
  return row?.isAtRest === true;
}

async function catchUp({ companyId, from, to }: Move, isInTime: () => boolean): Promise<void> {
  const name = nameOf(companyId);
  const [place] = await from.sql<{ lsn: string }[]>`select pg_current_wal_insert_lsn()::text as lsn`;
  for (; !(await replication.hasCome(from, name, place?.lsn ?? '')); await sleep(LOOK_MS)) {
    if (isInTime() && (await replication.hasSlot(from, name))) continue;
    // Whatever holds them up, the next time all is copied anew.
    await replication.dropSubscription(to, name);
    await replication.dropSlots(from, name);
    throw new Error(
      `The last rows of company ${companyId} do not come, so it goes on in ${from.name}. Start this again.`,
    );
  }
}

/** As after a failover: whoever has stored no more than what came along goes on from there, with another epoch. */
const continueFeed = (companyId: number): string[] => [
  `insert into sync_forks (company_id, epoch, at_seq)
   select company_id, epoch, greatest(floor, (select max(seq) from change_log where company_id = ${companyId}))
   from sync_state where company_id = ${companyId} on conflict do nothing`,
  `update sync_state set epoch = gen_random_uuid(), timeline = database_timeline() where company_id = ${companyId}`,
];

/** Processes look at once instead of a moment later. */
async function wake({ sql }: Owner, companyId: number): Promise<void> {
  await sql`select pg_notify('balcao', ${JSON.stringify({ from: 'balcao', dirty: [companyId] })})`;
}
