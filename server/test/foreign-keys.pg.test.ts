import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Rows that are rarely deleted by hand; no message waits for it. */
const SELDOM = new Set(['companies', 'plans', 'users', 'queues', 'connections']);

it('a row that goes is looked for by an index wherever it is referred to', async () => {
  const keys = await database.admin<{ child: string; parent: string; columns: string; indexed: boolean }[]>`
    select k.conrelid::regclass::text as child, k.confrelid::regclass::text as parent,
      (select string_agg(attname, ', ' order by attnum) from pg_attribute
        where attrelid = k.conrelid and attnum = any (k.conkey)) as columns,
      exists (select from pg_index i, (values (k.conkey), (own.names)) as sought (names) where i.indrelid = k.conrelid
        -- An index without the rows that refer to nothing finds all that do.
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) in (
          select format('(%s IS NOT NULL)', attname) from pg_attribute
          where attrelid = k.conrelid and attnum = any (k.conkey)))
        and (i.indkey::int2[])[0:cardinality(names) - 1] @> names) as indexed
    from pg_constraint k
    left join pg_constraint p on p.conrelid = k.confrelid and p.contype = 'p'
    -- The parent's own key is enough: what is named beside it finds no other rows.
    left join lateral (
      select array_agg(child) as names from unnest(k.conkey, k.confkey) as pair (child, parent)
      where parent = any (p.conkey) having array_agg(parent) @> p.conkey) own on true
    where k.contype = 'f' order by 1, 3`;
  expect(keys.length).toBeGreaterThan(20);
  expect(keys.filter(({ parent, indexed }) => !indexed && !SELDOM.has(parent))).toEqual([]);
});
