import { listContactTickets } from '@balcao/shared/api/contacts.ts';
import { createTicket } from '@balcao/shared/api/tickets.ts';
import { useState } from 'react';
import { useApiCommand, useApiRead } from '../../../app/api-query.ts';
import { useBridgeCommand } from '../../../app/bridge-query.ts';
import { useErrorToast } from '../../../app/toasts.tsx';

/** Where something is forwarded to: an open conversation, or somebody with whom there may be none. */
export interface ForwardTarget {
  contactId: number;
  ticketId: number | null;
}

/**
 * Sends the content of messages to others. Whoever waits is accepted, and with whom nothing is open a ticket is begun:
 * that needs the server, while open conversations do not.
 */
export function useForward(ownUserId: number) {
  const read = useApiRead();
  const create = useApiCommand(createTicket, { quiet: true });
  const accept = useBridgeCommand('tickets.accept', { quiet: true });
  const forward = useBridgeCommand('messages.forward', { quiet: true });
  const toastError = useErrorToast();
  const [isPending, setPending] = useState(false);

  async function ticketOf({ contactId, ticketId }: ForwardTarget): Promise<number> {
    if (ticketId !== null) return ticketId;
    const { tickets } = await read(listContactTickets, { params: { contactId } });
    const underWay = tickets.find(({ status }) => status !== 'closed');
    if (underWay?.status === 'open' && underWay.userId === ownUserId) return underWay.id;
    if (underWay?.status === 'pending') {
      await accept.mutateAsync({ ticketId: underWay.id });
      return underWay.id;
    }
    return (await create.mutateAsync({ body: { contactId, status: 'open' } })).id;
  }

  /** False when it was refused, which has been said; what went before that stands. */
  async function send(targets: readonly ForwardTarget[], ofIds: string[]): Promise<boolean> {
    setPending(true);
    try {
      const ticketIds: number[] = [];
      for (const target of targets) ticketIds.push(await ticketOf(target));
      await forward.mutateAsync({ ticketIds, ofIds });
      return true;
    } catch (error) {
      toastError(error);
      return false;
    } finally {
      setPending(false);
    }
  }
  return { send, isPending };
}
