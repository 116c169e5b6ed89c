import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import * as schema from './schema.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const TYPES: Record<string, string> = { 'timestamp with time zone': 'timestamptz' };

it.each(Object.entries(schema))('describes %s as the migrations made it', async (_name, table) => {
  const config = getTableConfig(table as PgTable);
  const described = config.columns.map((column) => ({
    name: column.name,
    type: TYPES[column.getSQLType()] ?? column.getSQLType(),
    required: column.notNull,
    // Written by the database when nobody gives it.
    filled: column.hasDefault || (column.generatedIdentity ?? column.generated) !== undefined,
  }));
  const migrated = await database.admin<{ name: string; type: string; required: boolean; filled: boolean }[]>`
    select a.attname as name, format_type(a.atttypid, null) as type, a.attnotnull as required,
      a.atthasdef or a.attidentity <> '' as filled
    from pg_attribute a
    where a.attrelid = ${config.name}::regclass and a.attnum > 0 and not a.attisdropped
    order by a.attnum`;
  const byName = (left: { name: string }, right: { name: string }) => left.name.localeCompare(right.name);
  expect(described.sort(byName)).toEqual(
    migrated.map((column) => ({ ...column, type: TYPES[column.type] ?? column.type })).sort(byName),
  );
});
