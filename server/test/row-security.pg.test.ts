import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPool, type Sql, type Tx } from '../src/platform/db/client.ts';
import { type Database, openDatabase } from '../src/platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { type CompanyFixture, createCompany, createTicket } from './fixtures.ts';

let database: TestDatabase;
let db: Database;
/** Connects as the program does, but outside of every tenant transaction. */
let bare: Sql;
const companies: CompanyFixture[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, name: 'pool-leak', poolSize: 2, onCommit: () => {} });
  bare = openPool(database.url, { role: 'balcao_app', max: 1, name: 'bare' });
  for (let index = 0; index < 10; index++) {
    const company = await createCompany(database.admin, `Tenant ${index}`);
    await createTicket(database.admin, company);
    companies.push(company);
  }
});
afterAll(async () => {
  await db.close();
  await bare.end();
  await database.close();
});

it('two connections serve ten companies in 500 interleaved transactions without mixing them up', async () => {
  const plan = fc.sample(
    fc.record({ index: fc.nat(9), ending: fc.constantFrom('commit', 'throw', 'error') }),
    {
      numRuns: 500,
      seed: 4217,
    },
  );
  const seen = await Promise.all(
    plan.map(async ({ index, ending }) => {
      const { companyId } = companies[index]!;
      const read = ending === 'commit' ? db.readCompany : db.withCompany;
      let rows: number[] = [];
      await read(companyId, async (tx) => {
        const [found] = await tx<{ ids: number[] }[]>`
          select array(select distinct company_id from tickets union select company_id from users
            union select id from companies) as ids`;
        rows = found?.ids ?? [];
        if (ending === 'throw') throw new Error('aborted');
        if (ending === 'error') await tx`select 1 / 0`;
      }).catch(() => {});
      return { companyId, rows };
    }),
  );
  for (const { companyId, rows } of seen) expect(rows).toEqual([companyId]);
});

it('outside of a tenant transaction there is nothing, to read or to write', async () => {
  for (const table of ['tickets', 'users', 'messages', 'companies', 'session_keys'])
    expect(await bare`select * from ${bare(table)}`).toHaveLength(0);
  const { companyId } = companies[0]!;
  await expect(
    bare`insert into queues (company_id, name, color) values (${companyId}, 'x', 'x')`,
  ).rejects.toThrow(/row-level security/);
});

it('a reference to another company cannot be written, not even under the right one', async () => {
  const [a, b] = companies as [CompanyFixture, CompanyFixture];
  const link = db.withCompany(
    a.companyId,
    (tx) => tx`update tickets set queue_id = ${b.queues.support} where company_id = ${a.companyId}`,
  );
  await expect(link).rejects.toThrow(/foreign key/);
  const smuggle = db.withCompany(
    a.companyId,
    (tx) => tx`insert into queues (company_id, name, color) values (${b.companyId}, 'x', 'x')`,
  );
  await expect(smuggle).rejects.toThrow(/row-level security/);
});

it('no company makes itself an operator, or writes what it has paid for', async () => {
  const { companyId, ana } = companies[0]!;
  const person = { company_id: companyId, name: 'X', email: 'x@x.test', password_hash: 'x' };
  const attempts: [string, (tx: Tx) => Promise<unknown>][] = [
    ['an operator', (tx) => tx`update users set super = true where id = ${ana.id}`],
    ['a new operator', (tx) => tx`insert into users ${tx({ ...person, super: true })}`],
    ...['due_date', 'plan_id', 'grace_days', 'recurrence', 'status', 'name'].map(
      (field): (typeof attempts)[number] => [
        field,
        (tx) => tx`update companies set ${tx(field)} = default where id = ${companyId}`,
      ],
    ),
  ];
  for (const [what, attempt] of attempts)
    await expect(db.withCompany(companyId, attempt), what).rejects.toThrow(/permission denied/);
  await db.withCompany(companyId, async (tx) => {
    await tx`select from companies where id = ${companyId} for update`;
    await tx`update companies set timezone = 'America/Bahia' where id = ${companyId}`;
    await tx`insert into users ${tx(person)}`;
  });
});
