import type { TicketPlace } from '@balcao/shared/features/ticket-list/bridge.ts';
import { narrows, type TicketFilter } from '@balcao/shared/features/ticket-list/filter.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { useDebouncedCallback, useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useBridge, useBridgeEvent } from '../../../renderer/kit/bridge-context.tsx';
import { REQUEST_DEBOUNCE_MS } from '../../../renderer/kit/limits.ts';
import { type ListQuery, statusOf } from './use-ticket-list.ts';

/** A single letter would match half of everything. */
const MIN_LETTERS = 2;
const NONE: TicketItem[] = [];
/** Keyed as a call of the server: a failed one is retried when it is back. */
export const FOUND_KEY = ['api', 'tickets', 'found'];

/** Older tickets that only the server has; the list of this computer goes before and is there at once. */
export function useFoundTickets({ tab, search, filter }: ListQuery, local: readonly number[]) {
  const bridge = useBridge();
  const [settled] = useDebouncedValue(search, REQUEST_DEBOUNCE_MS);
  const status = statusOf(tab);
  const asked = tab === 'search' ? settled : '';
  const enabled =
    (tab === 'search' && asked.length >= MIN_LETTERS) || (narrows(filter) && reachesBack(tab, filter));

  const query = useInfiniteQuery({
    queryKey: [...FOUND_KEY, { status, search: asked, filter }],
    queryFn: ({ pageParam }) =>
      bridge.invoke('tickets.find', { status, search: asked, filter, after: pageParam }),
    initialPageParam: null as TicketPlace | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled,
  });
  const tickets = useMemo(() => {
    if (!enabled || !query.data) return NONE;
    const here = new Set(local);
    const others = query.data.pages.flatMap((page) => page.tickets).filter(({ id }) => !here.has(id));
    return [...new Map(others.map((ticket) => [ticket.id, ticket])).values()];
  }, [enabled, query.data, local]);

  // Only the server knows whether a ticket outside this computer's list still belongs here.
  const look = useDebouncedCallback(() => {
    if (enabled) void query.refetch();
  }, REQUEST_DEBOUNCE_MS);
  useBridgeEvent('db.changed', ({ ticketIds, contactIds }) => {
    const ids = new Set(ticketIds);
    const people = new Set(contactIds);
    if (tickets.some(({ id, contactId }) => ids.has(id) || people.has(contactId))) look();
  });

  // A failed query is retried when the server is back, not over and over.
  const hasMore = enabled && query.hasNextPage && !query.isError;
  // What is looked at once more stands there meanwhile.
  const isLooking = query.isFetching && (query.isPlaceholderData || !query.isRefetching);
  return {
    tickets,
    enabled,
    // A page that adds nothing is followed by the next one.
    isLoading: enabled && (isLooking || settled !== search || (hasMore && tickets.length === 0)),
    isUnreachable: enabled && query.isError,
    hasMore,
    more: () => {
      if (!query.isFetching) void query.fetchNextPage();
    },
  };
}

/** Only finished tickets may be missing here: tickets under way are all on this computer. */
const reachesBack = (tab: ListQuery['tab'], { statuses }: TicketFilter): boolean =>
  tab === 'closed' || (tab === 'search' && (statuses.length === 0 || statuses.includes('closed')));
