import { ticketListView } from '@balcao/shared/features/ticket-list/bridge.ts';
import { type TicketFilter, ticketFilter } from '@balcao/shared/features/ticket-list/filter.ts';
import { useQueryClient } from '@tanstack/react-query';
import { bridgeKey, useBridgeCommand, useBridgeQuery } from './bridge-query.ts';
import { navigate } from './navigate.ts';
import { type TicketTab, useTicketsView } from './tickets-view.ts';

/** Leads to the tickets behind a figure: a list, narrowed to them. */
export function useShowTickets(): (tab: TicketTab, filter?: Partial<TicketFilter>) => void {
  const client = useQueryClient();
  const { data: view = ticketListView.parse({}) } = useBridgeQuery('tickets.view', null);
  const { mutate } = useBridgeCommand('tickets.setView');
  return (tab, filter = {}) => {
    const next = { ...view, filter: ticketFilter.parse(filter) };
    client.setQueryData(bridgeKey('tickets.view', null), next);
    mutate(next);
    useTicketsView.getState().setSearch('');
    useTicketsView.getState().show(tab);
    navigate('/tickets');
  };
}
