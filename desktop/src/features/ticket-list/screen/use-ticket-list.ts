import { PAGE_SIZE } from '@balcao/shared/contract/limits.ts';
import type { TicketFilter } from '@balcao/shared/features/ticket-list/filter.ts';
import type { ColumnOrder, TicketSort } from '@balcao/shared/features/ticket-list/sort.ts';
import type { TicketStatus } from '@balcao/shared/features/tickets/row.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useBridge } from '../../../renderer/kit/bridge-context.tsx';
import type { TicketTab } from '../../../renderer/kit/tickets-view.ts';

export interface ListQuery {
  tab: TicketTab;
  search: string;
  filter: TicketFilter;
  sort: TicketSort;
  order: ColumnOrder | null;
}

/** Null: of every status. */
export const statusOf = (tab: TicketTab): TicketStatus | null =>
  tab === 'search' || tab === 'snoozed' ? null : tab === 'chatbot' ? 'pending' : tab;

const NONE: number[] = [];

/** The ids of a tab in their order, and its first rows. `more` requests older closed tickets. */
export function useTicketList({ tab, search, filter, sort, order }: ListQuery, enabled: boolean) {
  const bridge = useBridge();
  const [reach, setReach] = useState(PAGE_SIZE);
  const input = {
    status: statusOf(tab),
    search: tab === 'search' ? search : '',
    snoozed: tab === 'snoozed',
    chatbot: tab === 'chatbot',
    filter,
    sort,
    order,
    limit: PAGE_SIZE,
    reach,
  };
  const query = useQuery({
    queryKey: ['tickets.list', input],
    queryFn: () => bridge.invoke('tickets.list', input),
    placeholderData: keepPreviousData,
    enabled,
  });
  const ids = query.data?.ids ?? NONE;
  const isWaiting = query.isFetching || !query.data?.hasMore;
  const more = useCallback(() => {
    if (!isWaiting) setReach(ids.length + PAGE_SIZE);
  }, [isWaiting, ids.length]);
  return { ...query, ids, first: query.data?.tickets, hasMore: query.data?.hasMore ?? false, more };
}
