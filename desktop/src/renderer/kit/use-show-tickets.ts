import { type TicketListView, ticketListView } from '@balcao/shared/features/ticket-list/bridge.ts';
import { type TicketFilter, ticketFilter } from '@balcao/shared/features/ticket-list/filter.ts';
import { useQueryClient } from '@tanstack/react-query';
import { bridgeKey, useBridgeCommand, useBridgeQuery } from './bridge-query.ts';
import { navigate } from './navigate.ts';
import { type TicketTab, useTicketsView } from './tickets-view.ts';

/** Leads to the tickets behind a figure: a list, narrowed to them. */
export function useShowTickets(): (tab: TicketTab, filter?: Partial<TicketFilter>) => void {
  const show = useShowView();
  return (tab, filter = {}) => show(tab, () => ({ filter: ticketFilter.parse(filter) }));
}

/** Leads to those who wait in a queue, or in none, for an agent: the longest wait first. */
export function useShowWaiting(): (queueId: number | null) => void {
  const show = useShowView();
  return (queueId) =>
    show('pending', ({ sorts }) => ({
      filter: ticketFilter.parse({ queueIds: [queueId] }),
      sorts: { ...sorts, pending: 'longest' },
      order: null,
    }));
}

function useShowView() {
  const client = useQueryClient();
  const { data: view = ticketListView.parse({}) } = useBridgeQuery('tickets.view', null);
  const { mutate } = useBridgeCommand('tickets.setView');
  return (tab: TicketTab, change: (view: TicketListView) => Partial<TicketListView>) => {
    const next = { ...view, ...change(view) };
    client.setQueryData(bridgeKey('tickets.view', null), next);
    mutate(next);
    useTicketsView.getState().setSearch('');
    useTicketsView.getState().show(tab);
    navigate('/tickets');
  };
}
