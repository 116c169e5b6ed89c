import { readdir, readFile } from 'node:fs/promises';
import { phoneKey } from '@balcao/shared/domain/phone.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../src/platform/db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('template0');
});
afterAll(() => database.close());

it('brings what two companies have to the newest version, and loses nothing of it', async () => {
  const { admin, url } = database;
  await admin`create table migrations (name text primary key, at timestamptz not null default now())`;
  await bringTo('0440_find_messages.sql');
  const companies = await foundCompanies();
  const old = await counts();
  expect(Object.entries(old).filter(([, count]) => count === 0)).toEqual([]);
  const epochs = () => admin`select epoch from sync_state order by company_id`;
  const before = await epochs();

  // Contacts had a creator only for a time.
  await bringTo('0680_contact_pages.sql');
  for (const company of companies)
    await admin`update contacts c set created_by = u.id from users u
      where c.company_id = ${company} and c.name = 'João' and u.company_id = ${company} and u.name = 'Ana'`;
  expect((await migrate(url))[0]).toBe('0690_contact_adders.sql');
  expect(await migrate(url)).toEqual([]);

  // The log has grown by what was done in between, and whoever was blocked is on every line that is there still.
  const apart = { change_log: expect.any(Number), block_orders: 2 };
  expect(await counts(Object.keys(old))).toEqual({ ...old, ...apart });
  const waits = await admin`
    select last_message as what from tickets where waiting_since = last_message_at order by id`;
  expect(waits.map(({ what }) => what)).toEqual(['waiting', 'unanswered', 'waiting', 'unanswered']);
  const people = await admin<{ number: string; key: string }[]>`select number, key from phone_contacts`;
  expect(people.map(({ key }) => key)).toEqual(people.map(({ number }) => phoneKey(number)));
  const tokens = await admin`select name from connections where api_token_hash is not null`;
  expect(tokens.map(({ name }) => name)).toEqual(['Loja', 'Loja']);
  // Ana sees the one whom she has served, and the one whom she serves; her queue's she sees, too.
  const seen = await admin`
    select c.name, s.scope like 'u:%' as own, s.holders from contact_sight s
    join contacts c on c.company_id = s.company_id and c.id = s.contact_id
    join users u on u.company_id = s.company_id and (s.scope = 'u:' || u.id or s.scope like 'q:%')
    where u.name = 'Ana' and s.scope <> 'q:none' order by c.id, own`;
  // João is her ticket's, and one that she made.
  expect(seen.slice(0, 4)).toEqual([
    { name: 'Maria Souza', own: false, holders: 3 },
    { name: 'Maria Souza', own: true, holders: 1 },
    { name: 'João', own: false, holders: 1 },
    { name: 'João', own: true, holders: 2 },
  ]);
  const closers = await admin`
    select t.last_message as what, u.name as by from tickets t
    left join users u on u.company_id = t.company_id and u.id = t.user_id where t.status = 'closed' order by t.id`;
  expect(closers.slice(0, 2)).toEqual([
    { what: 'closed', by: 'Ana' },
    { what: 'closed by the boss', by: 'Chefe' },
  ]);
  const broken = await admin`select from companies where audit_break(id) is not null`;
  expect(broken).toHaveLength(0);
  // The rows look different now, and nobody was told of each.
  const after = await epochs();
  for (const [index, { epoch }] of after.entries()) expect(epoch).not.toBe(before[index]?.epoch);
});

/** As a server of that time did, with every file until this one. */
async function bringTo(last: string): Promise<void> {
  const { admin } = database;
  const done = new Set(
    (await admin<{ name: string }[]>`select name from migrations`).map(({ name }) => name),
  );
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql') && name <= last).sort();
  for (const name of files.filter((file) => !done.has(file))) {
    const text = await readFile(new URL(name, FOLDER), 'utf8');
    await admin.begin(async (tx) => {
      await tx.unsafe(text);
      await tx`insert into migrations (name) values (${name})`;
    });
  }
}

async function foundCompanies(): Promise<number[]> {
  const sql = await database.admin.reserve();
  await sql.unsafe(await readFile(new URL('company-of-0440.sql', import.meta.url), 'utf8'));
  await sql`insert into plans (name) values ('Básico')`;
  const ids: number[] = [];
  for (const name of ['Padaria', 'Oficina']) {
    const [company] = await sql<{ id: number }[]>`select pg_temp.found_company(${name})::int as id`;
    ids.push(company?.id ?? 0);
  }
  sql.release();
  return ids;
}

/** @param of without it, of all tables */
async function counts(of?: readonly string[]): Promise<Record<string, number>> {
  const { admin } = database;
  const tables = await admin<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations'`;
  const wanted = of ?? tables.map(({ name }) => name);
  const rows = await Promise.all(
    wanted.map(async (name) => {
      const [row] = await admin<{ count: number }[]>`select count(*)::int as count from ${admin(name)}`;
      return [name, row?.count ?? 0] as const;
    }),
  );
  return Object.fromEntries(rows);
}
