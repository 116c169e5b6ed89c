import { type TicketFilter, ticketFilter } from '@balcao/shared/features/ticket-list/filter.ts';
import type { TicketViewRow } from '@balcao/shared/features/ticket-views/row.ts';
import { create } from 'zustand';
import { useBridgeQuery } from '../../../../renderer/kit/bridge-query.ts';
import { useTicketsView } from '../../../../renderer/kit/tickets-view.ts';
import { useRows } from '../../../../renderer/kit/use-rows.ts';
import { useFilterChoices } from '../head/use-filter-choices.ts';
import { useListView } from '../use-list-view.ts';

const NONE: TicketViewRow[] = [];
const sorted = (tab: string): tab is 'open' | 'pending' => tab === 'open' || tab === 'pending';
/** The database keeps the parts of a filter in an order of its own. */
const textOf = (filter: TicketFilter) => JSON.stringify(ticketFilter.parse(filter));

/** The saved views, and which of them the lists show now. */
export function useViews() {
  const { data: views = NONE } = useRows('ticketView');
  const { tab } = useTicketsView();
  const { filter, sorts } = useListView();
  const shown = views.find(
    (view) =>
      view.tab === tab &&
      textOf(view.filter) === textOf(filter) &&
      (!sorted(tab) || sorts[tab] === view.sort),
  );
  return { views, shown };
}

/** How many tickets each view shows, by its id. */
export function useViewCounts(): ReadonlyMap<number, number | null> {
  const { data = [] } = useBridgeQuery('tickets.viewCounts', null);
  return new Map(data.map(({ id, count }) => [id, count]));
}

interface OpenedView {
  /** The view that was opened last; its filter may have been changed since. */
  id: number | null;
  open(id: number | null): void;
}

export const useOpenedView = create<OpenedView>()((set) => ({ id: null, open: (id) => set({ id }) }));

/** Shows a view: its list, in its order. */
export function useOpenView(): (view: TicketViewRow) => void {
  const opened = useOpenedView(({ open }) => open);
  const show = useTicketsView((list) => list.show);
  const { setFilter, setSort } = useListView();
  return ({ id, tab, filter, sort }) => {
    opened(id);
    setFilter(filter);
    if (sorted(tab)) setSort(tab, sort);
    show(tab);
  };
}

/** What a view of the shown list keeps. A search is none: it keeps the list from which it began. */
export function useShownList(): Pick<TicketViewRow, 'tab' | 'filter' | 'sort'> {
  const { tab, tabBefore } = useTicketsView();
  const { filter, sorts } = useListView();
  const list = tab === 'search' ? tabBefore : tab;
  return { tab: list, filter, sort: sorted(list) ? sorts[list] : 'newest' };
}

/** Tells whether a view names a queue, tag, person or connection that is gone. */
export function usePartGone(): (view: TicketViewRow) => boolean {
  const choices = useFilterChoices();
  return ({ filter }) =>
    (['queueIds', 'tagIds', 'userIds', 'connectionIds'] as const).some((part) =>
      filter[part].some((id) => !choices[part].some((choice) => choice.id === id)),
    );
}
