import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createCompany } from '../../../test/fixtures.ts';
import { type Owner, openOwner } from '../owner.ts';
import { type Hold, takeHold, takeLeft } from './hold.ts';
import { fence, unfence } from './tables.ts';

let database: TestDatabase;
let owner: Owner;
let companyId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = openOwner({ name: 'db1', url: database.url });
  ({ companyId } = await createCompany(database.admin, 'Loja'));
});
afterAll(async () => {
  await owner.sql.end({ timeout: 1 });
  await database.close();
});

/** Whoever holds it stands still for so long. */
const pass = () => database.admin`update company_places set held_until = now() - interval '1 second'`;

it('is of one at a time, of the next one when it is ended, and goes on while it is renewed', async () => {
  const first = (await takeHold(owner, companyId, 'db1')) as Hold;
  await expect(takeHold(owner, companyId, 'db1')).resolves.toBeNull();
  await first.assertMine();
  await first.end();
  const next = (await takeHold(owner, companyId, 'db1')) as Hold;
  await next.end();
}, 20_000);

it('is lost by whoever stood still: what they do afterwards changes nothing', async () => {
  const part = (hold: Hold) => ({ owner, companyId, hold });
  const fences = () => database.admin`select from pg_trigger where tgname like 'leaving%'`;
  const still = (await takeHold(owner, companyId, 'db1')) as Hold;
  await still.write({ movingTo: 'db2', quiet: true });
  await pass();
  const other = (await takeLeft(owner, companyId)) as Hold;
  await expect(still.write({ database: 'db2' })).rejects.toThrow('held for too long');
  await expect(fence(part(still))).rejects.toThrow('held for too long');
  expect(await fences()).toHaveLength(0);
  await fence(part(other));
  await expect(unfence(part(still))).rejects.toThrow('held for too long');
  await expect(database.admin`update companies set name = 'Outra' where id = ${companyId}`).rejects.toThrow(
    'on its way to another database',
  );
  await unfence(part(other));
  expect(await fences()).toHaveLength(0);
  await other.write({ quiet: false });
  await still.end();
  await other.assertMine();
  await other.end();
  await pass();
  expect(await takeLeft(owner, companyId)).toBeNull();
}, 30_000);
