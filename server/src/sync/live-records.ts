import type { Scoped } from '@balcao/shared/permissions.ts';
import type { EntityName, Row } from '@balcao/shared/sync/entities.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Loaded } from './load.ts';
import { REGISTRY, shown } from './registry.ts';
import type { LiveLinks, Present, SyncedEntity } from './synced-entity.ts';
import type { View } from './view.ts';

/** An event's record as this person, who sees the row, gets it by REST. */
export type RecordFor = (entity: EntityName, found: Scoped<Row<EntityName>>, view: View) => object;

export async function loadRecords(
  tx: Tx,
  companyId: number,
  { rows }: Loaded,
  links: LiveLinks,
): Promise<RecordFor> {
  const views = new Map<EntityName, Present<EntityName>>();
  await Promise.all(
    [...rows].map(async ([entity, found]) => {
      const { view }: SyncedEntity<EntityName> = REGISTRY[entity];
      if (!view || found.size === 0) return;
      const all = [...found.values()].map(({ row }) => row);
      views.set(entity, await view(tx, companyId, all, links));
    }),
  );
  return (entity, found, view) => {
    const row = shown(entity, found, view);
    return views.get(entity)?.(row, view.actor) ?? row;
  };
}
