import type { ConnectionRow } from '@balcao/shared/features/connections/row.ts';
import { listContactTickets } from '@balcao/shared/features/contacts/calls.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { createTicket } from '@balcao/shared/features/tickets/calls.ts';
import { ticketPath } from '../../../renderer/components/ticket/use-ticket-actions.ts';
import { useApiCommand, useApiRead } from '../../../renderer/kit/api-query.ts';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useErrorToast } from '../../../renderer/kit/toasts.tsx';
import { useRows } from '../../../renderer/kit/use-rows.ts';

interface Way {
  contactId: number;
  name: string;
  connection: ConnectionRow;
}

/** Each connection that leads to the person, but for the conversation's own. */
export function useReplyWays(ticket: TicketItem | undefined): Way[] {
  const contactId = ticket?.contactId ?? 0;
  const enabled = ticket !== undefined;
  const { data: contact } = useBridgeQuery('contacts.get', { id: contactId }, { enabled });
  const { data: linked = [] } = useBridgeQuery('contacts.linked', { id: contactId }, { enabled });
  const { data: connections = [] } = useRows('connection');
  if (!ticket || !contact || ticket.isGroup) return [];
  return [contact, ...linked].flatMap(({ id, name, channels }) =>
    connections
      .filter(({ channel }) => channels.includes(channel))
      .filter((connection) => id !== contactId || connection.channel !== ticket.channel)
      .map((connection) => ({ contactId: id, name, connection })),
  );
}

/** Opens the conversation there, or goes on in it. */
export function useReplyBy(): (way: Way) => Promise<void> {
  const read = useApiRead();
  const create = useApiCommand(createTicket, { quiet: true });
  const toastError = useErrorToast();
  return async ({ contactId, connection }) => {
    try {
      const { tickets } = await read(listContactTickets, { params: { contactId } });
      const underWay = tickets.find(
        ({ whatsappId, status }) => whatsappId === connection.id && status !== 'closed',
      );
      const body = { contactId, whatsappId: connection.id, status: 'open' as const };
      const { uuid } = underWay ?? (await create.mutateAsync({ body }));
      navigate(ticketPath(uuid));
    } catch (error) {
      toastError(error);
    }
  };
}
