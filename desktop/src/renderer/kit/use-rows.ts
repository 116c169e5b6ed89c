import type { RowMethod } from '@balcao/shared/bridge/rows.ts';
import type { ListedEntity, Row } from '@balcao/shared/sync/entities.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useBridgeQuery } from './bridge-query.ts';

/** All rows of an entity that the console has whole, in their order. */
export function useRows<E extends ListedEntity>(
  entity: E,
  options: { enabled?: boolean } = {},
): UseQueryResult<Row<E>[]> {
  const method: RowMethod<ListedEntity> = `rows.${entity}`;
  return useBridgeQuery(method, null, options) as UseQueryResult<Row<E>[]>;
}
