import { type TicketListView, ticketListView } from '@balcao/shared/features/ticket-list/bridge.ts';
import type { TicketFilter } from '@balcao/shared/features/ticket-list/filter.ts';
import type { ColumnOrder, TicketSort } from '@balcao/shared/features/ticket-list/sort.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { bridgeKey, useBridgeCommand, useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';

const PLAIN = ticketListView.parse({});
/** Lists whose order can be chosen. */
export type SortedTab = keyof TicketListView['sorts'];
export const USUAL_SORTS = PLAIN.sorts;
const KEY = bridgeKey('tickets.view', null);

/** Filter and order of the lists as this user left them; `ready` once they are known. */
export function useListView() {
  const client = useQueryClient();
  const { data, isPending } = useBridgeQuery('tickets.view', null);
  const { mutate } = useBridgeCommand('tickets.setView');
  const view = data ?? PLAIN;

  const set = useCallback(
    (change: Partial<TicketListView>) => {
      const next = { ...(client.getQueryData<TicketListView>(KEY) ?? PLAIN), ...change };
      client.setQueryData(KEY, next);
      mutate(next);
    },
    [client, mutate],
  );
  return {
    ...view,
    ready: !isPending,
    setSort: useCallback(
      (tab: SortedTab, sort: TicketSort) => {
        const { sorts } = client.getQueryData<TicketListView>(KEY) ?? PLAIN;
        set({ sorts: { ...sorts, [tab]: sort }, order: null });
      },
      [client, set],
    ),
    setOrder: useCallback((order: ColumnOrder) => set({ order }), [set]),
    setLayout: useCallback((layout: TicketListView['layout']) => set({ layout }), [set]),
    setFilter: useCallback(
      (patch: Partial<TicketFilter>) => {
        const { filter } = client.getQueryData<TicketListView>(KEY) ?? PLAIN;
        set({ filter: { ...filter, ...patch } });
      },
      [client, set],
    ),
    clearFilter: useCallback(() => set({ filter: PLAIN.filter }), [set]),
  };
}
