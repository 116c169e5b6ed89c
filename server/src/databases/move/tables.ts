import { setTimeout as sleep } from 'node:timers/promises';
import type { Owner } from '../owner.ts';

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

/**
 * Does what takes a lock on a table. Whoever works with it is waited for only for a moment, because everybody else waits
 * behind us; then again.
 */
async function withLocks(owner: Owner, statements: string[]): Promise<void> {
  for (;;)
    try {
      await owner.sql.begin(async (tx) => {
        await tx.unsafe(`set local lock_timeout = '${LOCK_MS}ms'`);
        for (const statement of statements) await tx.unsafe(statement);
      });
      return;
    } catch (error) {
      if (!IS_LOCKED.has(String((error as { code?: unknown }).code))) throw error;
      await sleep(PAUSE_MS);
    }
}

/** Nobody but replication sees or makes rows of the company here. */
export async function hide(owner: Owner, companyId: number): Promise<void> {
  for (const { name, column } of await companyTables(owner)) {
    const others = `(${column} <> ${companyId})`;
    await withLocks(owner, [
      `drop policy if exists moving_${companyId} on ${name}`,
      `create policy moving_${companyId} on ${name} as restrictive using ${others} with check ${others}`,
    ]);
  }
}

/** All of it at once: whoever works here never sees a part of a company. @param also in the same transaction */
export async function show(owner: Owner, companyId: number, also: string[]): Promise<void> {
  const tables = await companyTables(owner);
  await withLocks(owner, [
    ...tables.map(({ name }) => `drop policy if exists moving_${companyId} on ${name}`),
    ...also,
  ]);
}

/**
 * From now on rows of the company stay as they are, whoever writes. Each table waits for those who have written to it, so
 * afterwards no transaction is left that has.
 */
export async function fence(owner: Owner, companyId: number): Promise<void> {
  for (const { name, column } of await companyTables(owner))
    if (!UNFENCED.includes(name))
      await withLocks(owner, [
        ...fenceless(name, companyId),
        `create trigger leaving_${companyId} before insert or update on ${name} for each row
           when (new.${column} = ${companyId}) execute function refuse_leaving()`,
        `create trigger leaving_${companyId}_gone before delete on ${name} for each row
           when (old.${column} = ${companyId}) execute function refuse_leaving()`,
      ]);
}

export async function unfence(owner: Owner, companyId: number): Promise<void> {
  for (const { name } of await companyTables(owner)) await withLocks(owner, fenceless(name, companyId));
}

const fenceless = (name: string, companyId: number) => [
  `drop trigger if exists leaving_${companyId} on ${name}`,
  `drop trigger if exists leaving_${companyId}_gone on ${name}`,
];

/** Takes the rows away as if they had never been here: nothing that follows from a deletion follows. */
export async function removeRows(owner: Owner, companyId: number): Promise<void> {
  const tables = await companyTables(owner);
  await owner.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    for (const { name, column } of tables)
      await tx.unsafe(`delete from ${name} where ${column} = ${companyId}`);
    await tx.unsafe(`delete from presences where company_id = ${companyId}`);
    await tx.unsafe(`delete from job_setbacks where company_id = ${companyId}`);
  });
}
