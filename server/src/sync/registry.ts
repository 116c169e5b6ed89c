import type { Person } from '@balcao/shared/contract/roles.ts';
import { rowFor, type Scoped, sightOf } from '@balcao/shared/permissions.ts';
import type { EntityName, Row } from '@balcao/shared/sync/entities.ts';
import { MODULES } from '../modules.ts';
import type { Tx } from '../platform/db/client.ts';
import type { SyncedEntity } from './synced-entity.ts';
import type { View } from './view.ts';

type Named = Extract<(typeof MODULES)[number], { entities: object }>['entities'];
type AllOf<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer A) => void ? A : never;

/** What the modules say of their entities. One that no module names does not compile. */
export const REGISTRY: { [E in EntityName]: SyncedEntity<E> } = Object.assign(
  {},
  ...MODULES.map((module) => ('entities' in module ? module.entities : {})),
) as AllOf<Named>;

/** A row as this actor, who sees it, is shown it. */
export function shown<E extends EntityName>(
  entity: E,
  found: Scoped<Row<E>>,
  { actor, sees }: Pick<View, 'actor' | 'sees'>,
): Row<E> {
  const { show }: SyncedEntity<E> = REGISTRY[entity];
  const row = rowFor(found, sees);
  return show ? show(row, actor) : row;
}

/** The rows among `ids` that the actor may see in this snapshot. */
export async function loadVisible<E extends EntityName>(
  tx: Tx,
  actor: Person,
  entity: E,
  ids: readonly string[],
): Promise<Row<E>[]> {
  const { load }: SyncedEntity<E> = REGISTRY[entity];
  const sees = sightOf(actor);
  const found = await load(tx, actor.companyId, ids);
  return found.filter(({ scopes }) => sees(scopes)).map((row) => shown(entity, row, { actor, sees }));
}
