import { inOrder, LISTED_ENTITIES, type ListedEntity, type Row } from '@balcao/shared/sync/entities.ts';
import type { Database } from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { listed } from './schema.ts';

/** The entities that are always complete. */
export interface Directory {
  /** Rows in the order in which screens list them. */
  all<E extends ListedEntity>(entity: E): Row<E>[];
}

export function createDirectory(client: Database): Directory {
  const db = drizzle({ client });
  const select = (entity: ListedEntity) => {
    const table = listed(entity);
    return db.select({ row: table.row }).from(table).prepare();
  };
  const statements = new Map(LISTED_ENTITIES.map((entity) => [entity, select(entity)]));
  return {
    all<E extends ListedEntity>(entity: E) {
      const found = statements.get(entity)?.all() ?? [];
      return inOrder(
        entity,
        found.map(({ row }) => row as Row<E>),
      );
    },
  };
}
