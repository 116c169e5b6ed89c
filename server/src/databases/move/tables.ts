import { setTimeout as sleep } from 'node:timers/promises';
import type { Owner } from '../owner.ts';
import type { Hold } from './hold.ts';

/** A table with rows of companies, and the column that says whose they are. */
interface CompanyTable {
  name: string;
  column: 'company_id' | 'id';
}

/** What is of the clock or of one process, and the passwords of a demo, which is made anew. */
const STAYING = ['demo_accounts', 'job_setbacks', 'presences'];
/** Notes of calls are gathered for several companies; those of these seconds may be lost. */
const UNFENCED = ['token_calls'];

export async function companyTables({ sql }: Owner): Promise<CompanyTable[]> {
  const tables = await sql<CompanyTable[]>`
    select c.relname as name, 'company_id' as column from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> all (${STAYING})
    order by c.relname`;
  return [{ name: 'companies', column: 'id' }, ...tables];
}

const LOCK_MS = 500;
const PAUSE_MS = 200;

/** Refused because somebody else has it now. */
const IS_LOCKED = new Set(['55P03', '40P01']);

/** Rows of one company in one database, and the right to change where they are. */
export interface Part {
  owner: Owner;
  companyId: number;
  hold: Hold;
}

/**
 * Does what takes a lock on a table. Whoever works with it is waited for only for a moment, because everybody else waits
 * behind us; then again. Whoever comes next waits until this is over, and then it is theirs.
 */
async function withLocks({ owner, companyId, hold }: Part, statements: string[]): Promise<void> {
  for (;;)
    try {
      await owner.sql.begin(async (tx) => {
        await tx.unsafe(`set local lock_timeout = '${LOCK_MS}ms'`);
        await tx`select pg_advisory_xact_lock(4231, ${companyId % 2_147_483_647}::int)`;
        await hold.assertMine();
        for (const statement of statements) await tx.unsafe(statement);
      });
      return;
    } catch (error) {
      if (!IS_LOCKED.has(String((error as { code?: unknown }).code))) throw error;
      await sleep(PAUSE_MS);
    }
}

/** Nobody but replication sees or makes rows of the company here, until they are shown. */
export async function hide(part: Part): Promise<void> {
  const { owner, companyId } = part;
  await withLocks(part, [
    `insert into arriving_companies (company) values (${companyId})
     on conflict (company) do update set shown = false`,
  ]);
  const isShown = `exists (select from arriving_companies where company = ${companyId} and shown)`;
  for (const { name, column } of await companyTables(owner)) {
    const seen = `(${column} <> ${companyId} or ${isShown})`;
    await withLocks(part, [
      ...hideless(name, companyId),
      `create policy moving_${companyId} on ${name} as restrictive using ${seen} with check ${seen}`,
    ]);
  }
}

/** All of it at once: whoever works here never sees a part of a company. @param also in the same transaction */
export async function show(part: Part, also: string[]): Promise<void> {
  const { companyId } = part;
  await withLocks(part, [`update arriving_companies set shown = true where company = ${companyId}`, ...also]);
}

/** Nothing is left here of the company's coming. */
export async function unhide(part: Part): Promise<void> {
  const { owner, companyId } = part;
  for (const { name } of await companyTables(owner)) await withLocks(part, hideless(name, companyId));
  await withLocks(part, [`delete from arriving_companies where company = ${companyId}`]);
}

const hideless = (name: string, companyId: number) => [
  `drop policy if exists moving_${companyId} on ${name}`,
];

/**
 * From now on rows of the company stay as they are, whoever writes. Each table waits for those who have written to it, so
 * afterwards no transaction is left that has.
 */
export async function fence(part: Part): Promise<void> {
  const { owner, companyId } = part;
  for (const { name, column } of await companyTables(owner))
    if (!UNFENCED.includes(name))
      await withLocks(part, [
        `create or replace trigger leaving_${companyId} before insert or update on ${name} for each row
           when (new.${column} = ${companyId}) execute function refuse_leaving()`,
        `create or replace trigger leaving_${companyId}_gone before delete on ${name} for each row
           when (old.${column} = ${companyId}) execute function refuse_leaving()`,
      ]);
}

/** Nothing is left here of the company's leaving. Table by table: all at once would wait for a moment without traffic. */
export async function unfence(part: Part): Promise<void> {
  const { owner, companyId } = part;
  for (const { name } of await companyTables(owner))
    await withLocks(part, [
      `drop trigger if exists leaving_${companyId} on ${name}`,
      `drop trigger if exists leaving_${companyId}_gone on ${name}`,
    ]);
  await withLocks(part, [`delete from leaving_companies where company = ${companyId}`]);
}

/** Takes the rows away as if they had never been here: nothing that follows from a deletion follows. */
export async function removeRows(part: Part): Promise<void> {
  const { owner, companyId } = part;
  const tables = await companyTables(owner);
  await withLocks(part, [
    `set local session_replication_role = replica`,
    // The rows are many, and only those who have fenced them could still be at work.
    `set local lock_timeout = '10s'`,
    ...tables.map(({ name, column }) => `delete from ${name} where ${column} = ${companyId}`),
    `delete from presences where company_id = ${companyId}`,
    `delete from job_setbacks where company_id = ${companyId}`,
  ]);
}
