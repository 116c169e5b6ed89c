import type { TicketStatus } from '@balcao/shared/api/tickets.ts';
import { PAGE_SIZE, REQUEST_DEBOUNCE_MS } from '@balcao/shared/constants.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useBridge } from '../../app/bridge-context.tsx';

type PageStart = { lastMessageAt: string; id: number } | null;

/** The tickets of a tab, page by page. Closed ones may need the server, so their search waits for a pause. */
export function useTicketPages(status: TicketStatus, search: string) {
  const bridge = useBridge();
  const [settledSearch] = useDebouncedValue(search, REQUEST_DEBOUNCE_MS);
  const asked = status === 'closed' ? settledSearch : search;

  const query = useInfiniteQuery({
    queryKey: ['tickets.list', { status, search: asked }],
    queryFn: ({ pageParam }) =>
      bridge.invoke('tickets.list', { status, search: asked, before: pageParam, limit: PAGE_SIZE }),
    initialPageParam: null as PageStart,
    getNextPageParam: (page): PageStart | undefined => {
      const last = page.tickets.at(-1);
      return page.hasMore && last ? { lastMessageAt: last.lastMessageAt, id: last.id } : undefined;
    },
    placeholderData: keepPreviousData,
  });

  const tickets = useMemo(
    () => uniqueById(query.data?.pages.flatMap((page) => page.tickets) ?? []),
    [query.data],
  );
  return { ...query, tickets };
}

/** A ticket that moves up while a page is read appears on two pages. */
function uniqueById<T extends { id: number }>(rows: T[]): T[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
