import { ENTITIES, ENTITY_NAMES } from '@balcao/shared/sync/entities.ts';
import type { Database } from 'better-sqlite3';
import { hasColumns } from './rows.ts';
import { createSyncState } from './sync-state.ts';
import { transaction } from './transaction.ts';

/**
 * Makes the tables of the entities that keep nothing beside the row itself; those of the others are migrations.
 *
 * A cache that was filled by a version with other entities lacks the rows of the new ones, and the feed reports changes
 * alone: the server is made to send everything again. Until then the cache shows what it has.
 */
export function makeEntityTables(db: Database): void {
  const names = ENTITY_NAMES.toSorted().join(',');
  const filled = db.prepare<[], string>('select entities from sync_state').pluck();
  transaction(db, () => {
    for (const entity of ENTITY_NAMES) if (!hasColumns(entity)) db.exec(tableOf(entity));
    if (filled.get() === names) return;
    createSyncState(db).leaveEpoch();
    db.prepare('update sync_state set entities = ?').run(names);
  });
}

const tableOf = (entity: keyof typeof ENTITIES) => `
  create table if not exists main.${entity} (
    id ${ENTITIES[entity].id === 'number' ? 'integer' : 'text'} primary key,
    gen int not null,
    row text not null
  )`;
