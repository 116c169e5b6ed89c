import { listContactTickets } from '@balcao/shared/api/contacts.ts';
import { createTicket } from '@balcao/shared/api/tickets.ts';
import type { TicketItem } from '@balcao/shared/bridge/methods.ts';
import type { ConnectionRow } from '@balcao/shared/model/connection.ts';
import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowsLeftRight } from '@tabler/icons-react';
import { ChannelIcon } from '../../components/channel-icon.tsx';
import { ticketPath } from '../../components/ticket/use-ticket-actions.ts';
import { useApiCommand, useApiRead } from '../../kit/api-query.ts';
import { useBridgeQuery } from '../../kit/bridge-query.ts';
import { navigate } from '../../kit/navigate.ts';
import { useErrorToast } from '../../kit/toasts.tsx';
import { useRows } from '../../kit/use-rows.ts';
import { useTexts } from '../../kit/use-texts.ts';

interface Way {
  contactId: number;
  name: string;
  connection: ConnectionRow;
}

/** The other ways to the person behind a conversation: each opens the conversation there, or goes on in it. */
export function ReplyBy({ ticket }: { ticket: TicketItem }) {
  const { t } = useTexts();
  const ways = useWays(ticket);
  const go = useGo();
  if (ways.length === 0) return null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={t('contacts:replyBy')} title={t('contacts:replyBy')}>
          <IconArrowsLeftRight size={19} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('contacts:replyBy')}</Menu.Label>
        {ways.map((way) => (
          <Menu.Item
            key={`${way.contactId} ${way.connection.id}`}
            leftSection={<ChannelIcon channel={way.connection.channel} />}
            onClick={() => void go(way)}
          >
            {way.connection.name} · {way.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Each connection that leads to the person, but for the conversation's own. */
function useWays({ contactId, isGroup, whatsapp }: TicketItem): Way[] {
  const { data: contact } = useBridgeQuery('contacts.get', { id: contactId });
  const { data: linked = [] } = useBridgeQuery('contacts.linked', { id: contactId });
  const { data: connections = [] } = useRows('connection');
  if (!contact || isGroup) return [];
  return [contact, ...linked].flatMap(({ id, name, channels }) =>
    connections
      .filter(({ channel }) => channels.includes(channel))
      .filter((connection) => id !== contactId || connection.channel !== whatsapp.channel)
      .map((connection) => ({ contactId: id, name, connection })),
  );
}

function useGo(): (way: Way) => Promise<void> {
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
