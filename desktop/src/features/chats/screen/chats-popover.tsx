import type { ChatItem } from '@balcao/shared/features/chats/bridge.ts';
import { Anchor, Indicator, Popover, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMessageCircle } from '@tabler/icons-react';
import { Link } from 'wouter';
import classes from '../../../renderer/app/layout/top-bar.module.css';
import { BarButton } from '../../../renderer/components/bar-button.tsx';
import { previewOfLine } from '../../../renderer/components/message/preview.ts';
import { PreviewText } from '../../../renderer/components/message/preview-text.tsx';
import { PersonAvatar } from '../../../renderer/components/person-avatar.tsx';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** What colleagues have said and this person has not read. */
export function ChatsPopover() {
  const { t } = useTexts();
  const [opened, { toggle, close }] = useDisclosure();
  const { data } = useBridgeQuery('chats.list', { search: '' });
  const { chats = [], unread = 0 } = data ?? {};
  const news = chats.filter((chat) => chat.unread > 0);
  const open = (chat: ChatItem) => {
    close();
    navigate(`/chats/${chat.uuid}`);
  };
  const label =
    unread > 0 ? `${t('chats:title')}: ${t('chats:unread', { count: unread })}` : t('chats:title');
  return (
    <Popover opened={opened} onChange={close} position="bottom-end" width={340} trapFocus returnFocus>
      <Indicator label={unread} maxValue={99} size={16} disabled={unread === 0} color="red.8" offset={4}>
        <Popover.Target>
          <BarButton icon={IconMessageCircle} marked={unread > 0} aria-label={label} onClick={toggle} />
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={0}>
        {news.length === 0 ? (
          <Text size="sm" c="dimmed" p="md" ta="center">
            {t('chats:noUnread')}
          </Text>
        ) : (
          <div className={classes.news}>
            {news.map((chat) => (
              <News key={chat.id} chat={chat} onOpen={() => open(chat)} />
            ))}
          </div>
        )}
        <div className={classes.noticeFoot}>
          <Anchor component={Link} href="/chats" size="sm" onClick={close}>
            {t('chats:openAll')}
          </Anchor>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function News({ chat, onOpen }: { chat: ChatItem; onOpen: () => void }) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <UnstyledButton className={classes.notice} onClick={onOpen}>
      <PersonAvatar name={chat.lastSenderName || chat.name} url={null} size={34} />
      <span className={classes.noticeText}>
        <span className={classes.noticeName}>{chat.name}</span>
        <span className={classes.noticeBody}>
          {chat.ofTwo || !chat.lastSenderName ? null : `${t('chats:saidBy', { name: chat.lastSenderName })} `}
          {chat.lastMessage === '' ? (
            t('chats:card')
          ) : (
            <PreviewText preview={previewOfLine(chat.lastMessage)} />
          )}
        </span>
      </span>
      <span className={classes.bellCount} role="img" aria-label={t('chats:unread', { count: chat.unread })}>
        {chat.unread}
      </span>
      <Text size="xs" c="dimmed">
        {format.timeOrDate(chat.updatedAt)}
      </Text>
    </UnstyledButton>
  );
}
