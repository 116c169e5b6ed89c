import type { RowMethod } from '@balcao/shared/bridge/rows.ts';
import { LISTED_ENTITIES, type ListedEntity } from '@balcao/shared/sync/entities.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import type { CoreServices } from './core-services.ts';

/** A company's catalogue, which agents use all day, from the cache: it works without a network. */
export function catalogHandlers({ workspace }: CoreServices) {
  return Object.fromEntries(
    LISTED_ENTITIES.map((entity) => [`rows.${entity}`, () => workspace().store.all(entity)]),
  ) as unknown as Pick<Handlers, RowMethod<ListedEntity>>;
}
