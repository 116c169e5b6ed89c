import type { MethodOutput } from '@balcao/shared/bridge/methods.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useBridge } from '../../../renderer/kit/bridge-context.tsx';
import { FOUND_KEY } from './use-found-tickets.ts';

/** Rows are read so many at a time. */
const CHUNK = 200;

/** Reads rows by their ids, in their order: those of this computer, and those that a list found at the server. */
export function useReadTickets(): (ids: readonly number[]) => Promise<TicketItem[]> {
  const bridge = useBridge();
  const client = useQueryClient();
  return useCallback(
    async (ids) => {
      const found = client.getQueriesData<InfiniteData<MethodOutput<'tickets.find'>>>({
        queryKey: FOUND_KEY,
      });
      const pages = found.flatMap(([, data]) => data?.pages ?? []);
      const known = new Map(pages.flatMap(({ tickets }) => tickets).map((ticket) => [ticket.id, ticket]));
      for (let at = 0; at < ids.length; at += CHUNK)
        for (const ticket of await bridge.invoke('tickets.items', { ids: ids.slice(at, at + CHUNK) }))
          known.set(ticket.id, ticket);
      return ids.flatMap((id) => known.get(id) ?? []);
    },
    [bridge, client],
  );
}
