import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** Whether companies could be spread over several databases, or over the nodes of Citus ("One database, or many" in the README). */

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** What finds its company first, and would stand in a directory of its own. */
const FINDERS = [
  'api_keys_by_hash',
  'charges_by_txid',
  'connections_api_token',
  'deleted_user_tokens_hash_key',
  'import_origins_company',
  'password_resets_hash_key',
  'refresh_tokens_hash_key',
  'ticket_tokens_hash',
  'tickets_uuid_key',
  'users_email_key',
];
/** Ids that one sequence gives out for all companies, and operators name or jobs follow without one. */
const IDS = ['audit_log_id_key', 'invoices_by_id', 'password_resets_id_key', 'users_id_key', 'wishes_by_id'];
/** Begins with the job: a row of the clock's, not of the company's. */
const JOBS = ['job_setbacks_job_company_id_item_key'];

const COMPANY_TABLES = `
  select attrelid from pg_attribute join pg_class c on c.oid = attrelid
  where attname = 'company_id' and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`;

it('every key of a company begins with the company, but for those by which it is found', async () => {
  const others = await database.admin<{ name: string }[]>`
    select i.indexrelid::regclass::text as name from pg_index i
    left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where i.indisunique and a.attname is distinct from 'company_id' and i.indrelid in (${database.admin.unsafe(COMPANY_TABLES)})
    order by 1`;
  expect(others.map(({ name }) => name)).toEqual([...FINDERS, ...IDS, ...JOBS].toSorted());
});

it('every row of a company refers to rows of the same company, or to what all share', async () => {
  const references = await database.admin<{ child: string; parent: string; own: boolean }[]>`
    select k.conrelid::regclass::text as child, k.confrelid::regclass::text as parent,
      (select attname from pg_attribute where attrelid = k.conrelid and attnum = k.conkey[1]) = 'company_id'
        and (k.confrelid = 'companies'::regclass
          or (select attname from pg_attribute where attrelid = k.confrelid and attnum = k.confkey[1]) = 'company_id')
        as own
    from pg_constraint k where k.contype = 'f' and k.conrelid in (${database.admin.unsafe(COMPANY_TABLES)})`;
  expect(references.length).toBeGreaterThan(80);
  expect(references.filter(({ own }) => !own)).toEqual([]);
});
