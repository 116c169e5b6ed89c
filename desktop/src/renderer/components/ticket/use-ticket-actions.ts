import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { displayName } from '@balcao/shared/phone/phone-format.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { bridgeKey, useBridgeCommand } from '../../kit/bridge-query.ts';
import { currentPath, navigate } from '../../kit/navigate.ts';
import { isOwnWindow } from '../../kit/own-window.ts';
import { useTicketsView } from '../../kit/tickets-view.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { useNextTicket } from './use-next-ticket.ts';
import { useUndoDecision } from './use-undo.tsx';

/** The changes of a ticket's state, and where each one leads the agent. */
export function useTicketActions() {
  const accept = useBridgeCommand('tickets.accept');
  const close = useBridgeCommand('tickets.close');
  const reopen = useBridgeCommand('tickets.reopen');
  const giveBack = useBridgeCommand('tickets.return');
  const transfer = useBridgeCommand('tickets.transfer');
  const client = useQueryClient();
  const { show, peek } = useTicketsView();
  const nextOf = useNextTicket();
  const offerUndo = useUndoDecision();
  const { t } = useTexts();

  const openIt = async (uuid: string) => {
    // The cached row may still be waiting, and the list would follow that.
    await client.refetchQueries({ queryKey: bridgeKey('tickets.get', { uuid }) });
    show('open');
    peek(null);
    navigate(ticketPath(uuid));
  };

  /** To where it was before. */
  const backTo = ({ status, uuid }: TicketItem) => (status === 'open' ? openIt(uuid) : show(status));

  const finish = useMutation({
    async mutationFn({ ticket, silent }: { ticket: TicketItem; silent: boolean }) {
      const { id, uuid, contact } = ticket;
      // Finished, it has no place in the list any more.
      const next = isOpen(uuid) && !isOwnWindow() ? await nextOf(id).catch(() => null) : null;
      await close.mutateAsync({ ticketId: id, silent, undoable: true });
      if (next && isOpen(uuid)) navigate(ticketPath(next));
      else leaveTicket(uuid);
      const text = t('tickets:finish.finished', { name: displayName(contact) });
      offerUndo({ text, act: 'finish', ticketIds: [id] }, () => backTo(ticket));
    },
  });

  return {
    isPending: accept.isPending || finish.isPending || reopen.isPending || giveBack.isPending,
    accept: ({ id, uuid }: TicketItem) => accept.mutateAsync({ ticketId: id }).then(() => openIt(uuid), told),
    reopen: ({ id, uuid }: TicketItem) => reopen.mutateAsync({ ticketId: id }).then(() => openIt(uuid), told),
    return: ({ id, uuid }: TicketItem) =>
      giveBack.mutateAsync({ ticketId: id }).then(() => leaveTicket(uuid), told),
    /** `silent`: the customer is sent nothing. */
    close: (ticket: TicketItem, { silent = false } = {}) =>
      finish.mutateAsync({ ticket, silent }).catch(told),
    /** `text` says to whom. */
    transfer: (ticket: TicketItem, to: TransferTarget, text: string) =>
      transfer.mutateAsync({ ticketId: ticket.id, ...to, undoable: true }).then(() => {
        leaveTicket(ticket.uuid);
        offerUndo({ text, act: 'transfer', ticketIds: [ticket.id] }, () => backTo(ticket));
      }, told),
  };
}

/** `userId` null: to whoever accepts it; `queueId` null: its queue stays. */
export interface TransferTarget {
  userId: number | null;
  queueId: number | null;
}

/** A toast has reported it. */
const told = () => {};

export const ticketPath = (uuid: string): string => `/tickets/${uuid}`;

const isOpen = (uuid: string): boolean => currentPath() === ticketPath(uuid);

/** Leaves a conversation that is over for this agent: the focus moves to the list. */
export function leaveTicket(uuid: string): void {
  if (!isOpen(uuid)) return;
  navigate('/tickets');
  useTicketsView.getState().focusList();
}
