import { narrows } from '@balcao/shared/features/ticket-list/filter.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { useMemo } from 'react';
import { HEADINGS } from './headings.ts';
import { useFoundTickets } from './use-found-tickets.ts';
import { type ListQuery, useTicketList } from './use-ticket-list.ts';

/** The number of rows before the end at which older ones are requested. */
export const AHEAD_ROWS = 10;

/** A search for nothing shows no rows at all. */
export const asksNothing = ({ tab, search, filter }: ListQuery): boolean =>
  tab === 'search' && search === '' && !narrows(filter);

/** The rows of a list: those of this computer, and those that only the server has. */
export function useShownTickets(query: ListQuery) {
  const list = useTicketList(query, !asksNothing(query));
  const found = useFoundTickets(query, list.ids);
  const { enabled, tickets, isLoading } = found;
  // An empty result is certain only once the server has answered.
  const isUnknown = list.ids.length === 0 && list.hasMore && !list.isPlaceholderData;
  const isUnreachable = found.isUnreachable || isUnknown;
  const ids = useMemo(
    () =>
      enabled || isUnreachable ? withSections(list.ids, { tickets, isLoading, isUnreachable }) : list.ids,
    [list.ids, enabled, tickets, isLoading, isUnreachable],
  );
  return {
    list,
    found,
    isUnreachable,
    ids,
    hasMore: list.hasMore || found.hasMore,
    onEnd: found.hasMore ? found.more : list.more,
  };
}

interface Found {
  tickets: readonly TicketItem[];
  isLoading: boolean;
  isUnreachable: boolean;
}

/** Rows of this computer, then those the server adds, each under its heading. */
function withSections(local: readonly number[], found: Found): number[] {
  const more = found.tickets.map(({ id }) => id);
  return [
    ...(local.length > 0 ? [HEADINGS.here, ...local] : []),
    ...(more.length > 0 ? [HEADINGS.server, ...more] : []),
    ...(found.isUnreachable ? [HEADINGS.unreachable] : found.isLoading ? [HEADINGS.loading] : []),
  ];
}
