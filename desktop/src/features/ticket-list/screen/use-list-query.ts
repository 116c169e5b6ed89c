import { useMemo } from 'react';
import { useTicketsView } from '../../../renderer/kit/tickets-view.ts';
import { useListView } from './use-list-view.ts';
import type { ListQuery } from './use-ticket-list.ts';

/** The shown list, the same object as long as it is the same list. */
export function useListQuery(): { query: ListQuery; view: ReturnType<typeof useListView> } {
  const { tab, search } = useTicketsView();
  const view = useListView();
  const { filter, sorts } = view;
  const sort = tab === 'open' || tab === 'pending' ? sorts[tab] : 'newest';
  const query = useMemo(() => ({ tab, search: search.trim(), filter, sort }), [tab, search, filter, sort]);
  return { query, view };
}
