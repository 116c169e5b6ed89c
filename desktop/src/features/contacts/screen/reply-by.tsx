import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowsLeftRight } from '@tabler/icons-react';
import { ChannelIcon } from '../../../renderer/components/channel-icon.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { useReplyBy, useReplyWays } from './use-reply-ways.ts';

/** The other ways to the person behind a conversation: each opens the conversation there, or goes on in it. */
export function ReplyBy({ ticket }: { ticket: TicketItem }) {
  const { t } = useTexts();
  const ways = useReplyWays(ticket);
  const go = useReplyBy();
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
