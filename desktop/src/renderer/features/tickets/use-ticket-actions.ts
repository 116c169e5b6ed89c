import type { TicketItem } from '@balcao/shared/bridge/methods.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { bridgeKey, useBridgeCommand } from '../../app/bridge-query.ts';
import { useTicketsView } from './view-store.ts';

/** The three changes of a ticket's state, and where each one leads the agent. */
export function useTicketActions() {
  const accept = useBridgeCommand('tickets.accept');
  const close = useBridgeCommand('tickets.close');
  const reopen = useBridgeCommand('tickets.reopen');
  const client = useQueryClient();
  const [location, navigate] = useLocation();
  const { show, peek } = useTicketsView();

  const openIt = async (uuid: string) => {
    // What is cached may still say that it waits, and the list would follow that.
    await client.refetchQueries({ queryKey: bridgeKey('tickets.get', { uuid }) });
    show('open');
    peek(null);
    navigate(ticketPath(uuid));
  };

  return {
    isPending: accept.isPending || close.isPending || reopen.isPending,
    accept: ({ id, uuid }: TicketItem) => accept.mutate({ ticketId: id }, { onSuccess: () => openIt(uuid) }),
    reopen: ({ id, uuid }: TicketItem) => reopen.mutate({ ticketId: id }, { onSuccess: () => openIt(uuid) }),
    close: ({ id, uuid }: TicketItem) =>
      close.mutate(
        { ticketId: id },
        {
          onSuccess: () => {
            if (location === ticketPath(uuid)) navigate('/tickets');
          },
        },
      ),
  };
}

export const ticketPath = (uuid: string): string => `/tickets/${uuid}`;
