import { setTimeout as sleep } from 'node:timers/promises';
import { currentRange, giveIds, takeRange } from '../ids.ts';
import type { Owner } from '../owner.ts';
import * as replication from '../replication.ts';
import { companyTables, fence, hide, removeRows, show, unfence } from './tables.ts';

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
  say(line: string): void;
}

const LOOK_MS = 50;
/** Processes that are about to end a session, or to finish a call. */
const REST_LIMIT_MS = 60_000;
/** Every process has heard by then that the company is elsewhere (places.ts). */
const HEARD_MS = 5_000;

export async function move(parts: Move): Promise<void> {
  const { companyId, first, from, to, say } = parts;
  await first.sql`
    insert into company_places (company, database, moving_to) values (${companyId}, ${from.name}, ${to.name})
    on conflict (company) do update set moving_to = excluded.moving_to`;
  await giveGreaterIds(parts);
  say(`copying company ${companyId} to ${to.name}; it works on`);
  await hide(to, companyId);
  await copy(parts);

  const began = performance.now();
  say('quiet: its people wait for a moment');
  await rest(parts);
  await fence(from, companyId);
  say('waiting for the last rows');
  await catchUp(parts);
  await first.sql`
    update company_places set database = ${to.name}, moving_to = null where company = ${companyId}`;
  await arrive(parts);
  say(`quiet for ${((performance.now() - began) / 1000).toFixed(1)} s`);
  await cleanUp(parts);
}

/** What is newer has a greater id, also of companies that come from another database. */
async function giveGreaterIds({ first, from, to }: Move): Promise<void> {
  if ((await currentRange(first, to.name)) > (await currentRange(first, from.name))) return;
  const range = await takeRange(first, to.name);
  // New companies have these ids too: processes must know by then where that is.
  await sleep(HEARD_MS);
  await giveIds(to, range);
}

/** Its people go on where its rows are now. */
export async function arrive({ companyId, first, to, say }: Move): Promise<void> {
  say(`opening it in ${to.name}`);
  await show(to, companyId, continueFeed(companyId));
  await first.sql`update company_places set quiet = false where company = ${companyId}`;
  await wake(to, companyId);
  say(`company ${companyId} is on ${to.name}`);
}

/** What is left of a company where it was. */
export async function cleanUp({ companyId, from, to, say }: Move): Promise<void> {
  await replication.dropSubscription(to, nameOf(companyId));
  await replication.dropSlots(from, nameOf(companyId));
  await from.sql.unsafe(`drop publication if exists ${nameOf(companyId)}`);
  say(`removing its rows from ${from.name}`);
  await sleep(HEARD_MS);
  await removeRows(from, companyId);
  await unfence(from, companyId);
  await from.sql`delete from leaving_companies where company = ${companyId}`;
}

const nameOf = (companyId: number) => `balcao_move_${companyId}`;

async function copy({ companyId, from, to }: Move): Promise<void> {
  const name = nameOf(companyId);
  const [published] = await from.sql`select from pg_publication where pubname = ${name}`;
  if (!published) {
    const tables = await companyTables(from);
    const parts = tables.map((table) => `${table.name} where (${table.column} = ${companyId})`);
    await from.sql.unsafe(`create publication ${name} for table ${parts.join(', ')}`);
  }
  const [kept] = await from.sql`select from pg_replication_slots where slot_name = ${name}`;
  // Lost with a database that failed over, say: what happened since nobody knows, and the copy begins again.
  if (!kept) await replication.dropSubscription(to, name);
  const [begun] = await to.sql`select from pg_subscription where subname = ${name}`;
  if (!begun) await removeRows(to, companyId);
  await replication.ensureSlot(from, name);
  await replication.ensureSubscription(to, { name, publication: name, from });
  while (!(await replication.isCopied(to, name))) await sleep(LOOK_MS);
}

/** Nobody works for the company any more: neither its people nor its connections. */
async function rest({ companyId, first, from }: Move): Promise<void> {
  await from.sql`insert into leaving_companies (company) values (${companyId}) on conflict do nothing`;
  await first.sql`update company_places set quiet = true where company = ${companyId}`;
  await wake(from, companyId);
  for (
    const end = performance.now() + REST_LIMIT_MS;
    !(await isAtRest(from, companyId));
    await sleep(LOOK_MS)
  )
    if (performance.now() > end) {
      await unfence(from, companyId);
      await first.sql`update company_places set quiet = false where company = ${companyId}`;
      await from.sql`delete from leaving_companies where company = ${companyId}`;
      throw new Error(
        `Company ${companyId} does not come to rest in ${from.name}, so it goes on there. Start this again.`,
      );
    }
}

async function isAtRest({ sql }: Owner, companyId: number): Promise<boolean> {
  const [row] = await sql<{ isAtRest: boolean }[]>`
    select not exists (select from held_connections where company_id = ${companyId} and owner is not null)
      and not exists (select from outgoing_calls
        where company_id = ${companyId} and state = 'running' and held_until > now()) as is_at_rest`;
  return row?.isAtRest === true;
}

async function catchUp({ companyId, from }: Move): Promise<void> {
  const [place] = await from.sql<{ lsn: string }[]>`select pg_current_wal_insert_lsn()::text as lsn`;
  while (!(await replication.hasCome(from, nameOf(companyId), place?.lsn ?? ''))) await sleep(LOOK_MS);
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
