import { useMemo } from 'react';
import { type TicketTab, useTicketsView } from '../../../renderer/kit/tickets-view.ts';
import { useListView } from './use-list-view.ts';
import type { ListQuery } from './use-ticket-list.ts';

/** The shown list, the same object as long as it is the same list. */
export function useListQuery(): { query: ListQuery; view: ReturnType<typeof useListView> } {
  const { tab, search } = useTicketsView();
  const view = useListView();
  const { filter, sorts, layout } = view;
  const order = layout === 'table' && isWhole(tab) ? view.order : null;
  const sort = tab === 'open' || tab === 'pending' ? sorts[tab] : 'newest';
  const query = useMemo(
    () => ({ tab, search: search.trim(), filter, sort, order }),
    [tab, search, filter, sort, order],
  );
  return { query, view };
}

/** Every ticket of the list is on this computer: a column can order it. */
export const isWhole = (tab: TicketTab): boolean => tab !== 'closed' && tab !== 'search';
