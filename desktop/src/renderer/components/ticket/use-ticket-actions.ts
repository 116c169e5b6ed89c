import type { TicketItem } from '@balcao/shared/bridge/methods.ts';
import { useQueryClient } from '@tanstack/react-query';
import { bridgeKey, useBridgeCommand } from '../../kit/bridge-query.ts';
import { currentPath, navigate } from '../../kit/navigate.ts';
import { useTicketsView } from '../../kit/tickets-view.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { useUndoFinish } from './use-undo-finish.tsx';

/** The changes of a ticket's state, and where each one leads the agent. */
export function useTicketActions() {
  const accept = useBridgeCommand('tickets.accept');
  const close = useBridgeCommand('tickets.close');
  const reopen = useBridgeCommand('tickets.reopen');
  const giveBack = useBridgeCommand('tickets.return');
  const client = useQueryClient();
  const { show, peek } = useTicketsView();
  const offerUndo = useUndoFinish();
  const { t } = useTexts();

  const openIt = async (uuid: string) => {
    // The cached row may still be waiting, and the list would follow that.
    await client.refetchQueries({ queryKey: bridgeKey('tickets.get', { uuid }) });
    show('open');
    peek(null);
    navigate(ticketPath(uuid));
  };

  return {
    isPending: accept.isPending || close.isPending || reopen.isPending || giveBack.isPending,
    accept: ({ id, uuid }: TicketItem) => accept.mutateAsync({ ticketId: id }).then(() => openIt(uuid), told),
    reopen: ({ id, uuid }: TicketItem) => reopen.mutateAsync({ ticketId: id }).then(() => openIt(uuid), told),
    return: ({ id, uuid }: TicketItem) =>
      giveBack.mutateAsync({ ticketId: id }).then(() => leaveTicket(uuid), told),
    /** `silent`: the customer is sent nothing. */
    close: (ticket: TicketItem, { silent = false } = {}) =>
      close.mutateAsync({ ticketId: ticket.id, silent, undoable: true }).then(() => {
        leaveTicket(ticket.uuid);
        const { id, uuid, status, contact } = ticket;
        const text = t('tickets:finish.finished', { name: contact.name || contact.number });
        offerUndo({ text, ticketIds: [id] }, () => (status === 'open' ? openIt(uuid) : show(status)));
      }, told),
  };
}

/** A toast has reported it. */
const told = () => {};

export const ticketPath = (uuid: string): string => `/tickets/${uuid}`;

/** Leaves a conversation that is over for this agent: the focus moves to the list. */
export function leaveTicket(uuid: string): void {
  if (currentPath() !== ticketPath(uuid)) return;
  navigate('/tickets');
  useTicketsView.getState().focusList();
}
