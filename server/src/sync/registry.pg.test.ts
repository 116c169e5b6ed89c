import { ENTITY_NAMES } from '@balcao/shared/sync/entities.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { REGISTRY } from './registry.ts';
import type { SyncedEntity } from './synced-entity.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('I11: every entity has its trigger, and every trigger its entity', async () => {
  const triggers = await database.admin`
    select c.relname as table, t.tgdeferrable and t.tginitdeferred as deferred, t.tgconstraint <> 0 as constraint,
      pg_get_triggerdef(t.oid) as definition, f.prosrc as source
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc f on f.oid = t.tgfoid
    where f.proname like 'feed\\_%' order by 1`;
  const dependents = ENTITY_NAMES.flatMap((entity) => {
    const { dependents = [] }: SyncedEntity<typeof entity> = REGISTRY[entity];
    return dependents.map((table) => ({ table, entity }));
  });
  const synced = ENTITY_NAMES.map((entity) => REGISTRY[entity].table);
  expect(triggers.map((trigger) => trigger.table)).toEqual(
    [...synced, ...dependents.map(({ table }) => table)].toSorted(),
  );
  /** A table may be a part of several entities. */
  const triggerOf = (table: string, entity: string) =>
    triggers.find((one) => one.table === table && `${one.definition}${one.source}`.includes(`'${entity}'`));
  const isShared = (entity: (typeof ENTITY_NAMES)[number]) => {
    const synced: SyncedEntity<typeof entity> = REGISTRY[entity];
    return synced.isShared === true;
  };
  // At commit, so that the lock is the last one taken.
  expect(triggers.filter((trigger) => !trigger.deferred || !trigger.constraint)).toEqual([]);
  for (const entity of ENTITY_NAMES) {
    const { table } = REGISTRY[entity];
    // What belongs to no company is told to each of them by a job.
    const trigger = isShared(entity) ? triggers.find((one) => one.table === table) : triggerOf(table, entity);
    expect.soft(trigger?.definition, table).toMatch(/AFTER INSERT OR DELETE OR UPDATE/);
  }
  for (const { table, entity } of dependents) expect.soft(triggerOf(table, entity), table).toBeDefined();
});
