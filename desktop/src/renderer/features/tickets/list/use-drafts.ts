import { useMemo } from 'react';
import { useBridgeQuery } from '../../../app/bridge-query.ts';

/** What this person has begun to write, by ticket. */
export function useDrafts(): ReadonlyMap<number, string> {
  const { data } = useBridgeQuery('drafts.list', null);
  return useMemo(() => new Map(data?.map(({ ticketId, body }) => [ticketId, body])), [data]);
}
