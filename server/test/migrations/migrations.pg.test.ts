import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../src/platform/db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { createCompany, givePlan } from '../fixtures.ts';
import { seedOneOfEach } from '../one-of-each.ts';
import { describeSchema } from './describe-schema.ts';

let migrated: TestDatabase;
let empty: TestDatabase;
beforeAll(async () => {
  migrated = await createTestDatabase();
  empty = await createTestDatabase('template0');
});
afterAll(() => Promise.all([migrated.close(), empty.close()]));

it('make what schema.sql says', async () => {
  await expect(await describeSchema(migrated.admin)).toMatchFileSnapshot('../../migrations/schema.sql');
});

it('bring an empty database here once, however many programs start', async () => {
  const applied = (await Promise.all([migrate(empty.url), migrate(empty.url)])).flat();
  expect(applied[0]).toBe('0010_roles.sql');
  expect(new Set(applied).size).toBe(applied.length);
  expect(await migrate(empty.url)).toEqual([]);
  expect(await describeSchema(empty.admin)).toBe(await describeSchema(migrated.admin));
});

it.each([
  [
    'an unknown file',
    "insert into migrations (name, hash) values ('9990_campaigns.sql', '')",
    '9990_campaigns.sql',
  ],
  [
    'a file that was another one',
    "update migrations set hash = '' where name = '0050_feed.sql'",
    '0050_feed.sql',
  ],
  ['no hashes at all', 'alter table migrations drop column hash', '0010_roles.sql'],
])('refuse a database whose ledger has %s, and leave it alone', async (_what, deed, named) => {
  const database = await createTestDatabase();
  await database.admin.unsafe(deed);
  // A file that would come next.
  await database.admin`delete from migrations where name = '0140_search.sql'`;
  const ledger = () => database.admin`select * from migrations order by name`;
  const before = await ledger();
  await expect(migrate(database.url)).rejects.toThrow(`its ${named} is not this version's`);
  expect(await ledger()).toEqual(before);
  await database.close();
});

it('let a program serve a database to which a newer version has added', async () => {
  const database = await createTestDatabase();
  await database.admin`insert into migrations (name, hash) values ('0145_later.sql', 'of a later version')`;
  expect(await migrate(database.url)).toEqual([]);
  await database.close();
});

it('let a company go with all that it has, and leave the other one', async () => {
  const sql = await migrated.admin.reserve();
  await sql.unsafe(await readFile(new URL('full-company.sql', import.meta.url), 'utf8'));
  const companies: number[] = [];
  for (const name of ['Padaria', 'Oficina']) {
    const company = await createCompany(sql, name);
    const ids = await seedOneOfEach(sql, company);
    const { companyId, connectionId, admin, ana, queues } = company;
    await givePlan(sql, companyId);
    await sql`select pg_temp.complete_company(${companyId}, ${connectionId}, ${admin.id}, ${ana.id}, ${queues.sales},
      ${ids.contactId}, ${ids.ticketId}, ${ids.tagId}, ${ids.id}, ${ids.messageId}, ${ids.mediaId})`;
    companies.push(companyId);
  }
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'company_id' order by 1`;
  const counts = async (company: number | undefined) => {
    const found: Record<string, number> = {};
    for (const { name } of tables) {
      const [row] = await sql<{ count: number }[]>`
        select count(*)::int as count from ${sql(name)} where company_id = ${company ?? 0}`;
      found[name] = row?.count ?? 0;
    }
    return found;
  };
  const [gone, staying] = companies;
  const before = await counts(staying);
  expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([]);
  await sql`delete from companies where id = ${gone ?? 0}`;
  expect(Object.entries(await counts(gone)).filter(([, count]) => count > 0)).toEqual([]);
  expect(await counts(staying)).toEqual(before);
  sql.release();
});
