import { type TicketFilter, ticketFilter } from '@balcao/shared/features/ticket-list/filter.ts';
import { type TicketViewRow, VIEWED_TABS } from '@balcao/shared/features/ticket-views/row.ts';
import { useBridgeQuery } from '../../../../renderer/kit/bridge-query.ts';
import { useTicketsView } from '../../../../renderer/kit/tickets-view.ts';
import { useRows } from '../../../../renderer/kit/use-rows.ts';
import { useListView } from '../use-list-view.ts';

const NONE: TicketViewRow[] = [];
const sorted = (tab: string): tab is 'open' | 'pending' => tab === 'open' || tab === 'pending';

/** The database keeps the parts of a filter in an order of its own; in which order one chose does not matter. */
function textOf(filter: TicketFilter): string {
  const parts = Object.entries(ticketFilter.parse({ ...filter, statuses: [] }));
  return JSON.stringify(
    parts.map(([part, value]) => [part, Array.isArray(value) ? [...value].sort() : value]),
  );
}

/** The saved views, and which of them the list shows now: of two that are the same the one that was opened. */
export function useViews() {
  const { data: views = NONE } = useRows('ticketView');
  const { tab, openedView } = useTicketsView();
  const { filter, sorts } = useListView();
  const matching = views.filter(
    (view) =>
      view.tab === tab &&
      textOf(view.filter) === textOf(filter) &&
      (!sorted(tab) || sorts[tab] === view.sort),
  );
  return { views, shown: matching.find(({ id }) => id === openedView) ?? matching[0] };
}

/** How many tickets each view shows, by its id. */
export function useViewCounts(): ReadonlyMap<number, number | null> {
  const { data = [] } = useBridgeQuery('tickets.viewCounts', null);
  return new Map(data.map(({ id, count }) => [id, count]));
}

/** Shows a view: its list, in its order. */
export function useOpenView(): (view: TicketViewRow) => void {
  const { show, openView } = useTicketsView();
  const { setFilter, setSort } = useListView();
  return ({ id, tab, filter, sort }) => {
    openView(id);
    setFilter(filter);
    if (sorted(tab)) setSort(tab, sort);
    show(tab);
  };
}

/** What a view of the shown list keeps; null for a search, which is none. */
export function useShownList(): Pick<TicketViewRow, 'tab' | 'filter' | 'sort'> | null {
  const tab = useTicketsView((list) => list.tab);
  const { filter, sorts } = useListView();
  const list = VIEWED_TABS.find((known) => known === tab);
  // Statuses serve searches alone.
  return list
    ? { tab: list, filter: { ...filter, statuses: [] }, sort: sorted(list) ? sorts[list] : 'newest' }
    : null;
}

/** Tells whether a view names a queue, tag, person or connection that is gone. */
export function usePartGone(): (view: TicketViewRow) => boolean {
  const known = {
    queueIds: useRows('queue').data,
    tagIds: useRows('tag').data,
    userIds: useRows('user').data,
    connectionIds: useRows('connection').data,
  };
  return ({ filter }) =>
    (['queueIds', 'tagIds', 'userIds', 'connectionIds'] as const).some((part) =>
      filter[part].some((id) => id !== null && known[part]?.every((row) => row.id !== id)),
    );
}
