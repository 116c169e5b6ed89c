import type { SessionUser } from '@balcao/shared/api/auth.ts';
import type { TicketItem } from '@balcao/shared/bridge/methods.ts';
import { ActionIcon, Anchor, Indicator, Popover, ScrollArea, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { Link } from 'wouter';
import { DoNotDisturb, useSilence } from '../../components/do-not-disturb.tsx';
import { previewOfLine } from '../../components/message/preview.ts';
import { PreviewText } from '../../components/message/preview-text.tsx';
import { PersonAvatar } from '../../components/person-avatar.tsx';
import { useBridgeQuery } from '../../kit/bridge-query.ts';
import { useFormat } from '../../kit/format.ts';
import { navigate } from '../../kit/navigate.ts';
import { useTexts } from '../../kit/use-texts.ts';
import classes from './top-bar.module.css';

/** Maximum number of rows; the badge counts them all. */
const MOST = 50;

/**
 * Every ticket that may ring (core/notify/policy.ts): one's own with something unread, and those that wait. An agent
 * who has a waiting ticket in view may accept it: one without a queue only those who see such.
 */
export function NotificationsPopover({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const [opened, popover] = useDisclosure(false);
  const { count, tickets } = useConcerns(user.id);
  const silence = useSilence();
  const BellIcon = silence ? IconBellOff : IconBell;
  const label = t('layout:notifications', { count });
  const open = (ticket: TicketItem) => {
    popover.close();
    navigate(`/tickets/${ticket.uuid}`);
  };
  return (
    <Popover
      opened={opened}
      onChange={popover.toggle}
      position="bottom-end"
      width={340}
      trapFocus
      returnFocus
    >
      <Indicator label={count} maxValue={99} size={16} disabled={count === 0} color="red.8" offset={4}>
        <Popover.Target>
          <ActionIcon
            aria-label={silence ? `${label}. ${t(`preferences:silentNow.${silence}`)}` : label}
            onClick={popover.toggle}
          >
            <BellIcon size={20} stroke={1.6} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={0}>
        {tickets.length === 0 ? (
          <Text size="sm" c="dimmed" p="md" ta="center">
            {t('layout:noNotifications')}
          </Text>
        ) : (
          <ScrollArea.Autosize mah={380}>
            {tickets.map((ticket) => (
              <Notice key={ticket.id} ticket={ticket} onOpen={() => open(ticket)} />
            ))}
          </ScrollArea.Autosize>
        )}
        <div className={classes.noticeFoot}>
          <DoNotDisturb />
          <Anchor component={Link} href="/preferences/notifications" size="sm" onClick={popover.close}>
            {t('layout:notificationSettings')}
          </Anchor>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function Notice({ ticket, onOpen }: { ticket: TicketItem; onOpen: () => void }) {
  const format = useFormat();
  return (
    <UnstyledButton className={classes.notice} onClick={onOpen}>
      <PersonAvatar name={ticket.contact.name} url={ticket.contact.profilePicUrl} size={34} />
      <span className={classes.noticeText}>
        <span className={classes.noticeName}>{ticket.contact.name}</span>
        <span className={classes.noticeBody}>
          <PreviewText preview={previewOfLine(ticket.lastMessage)} />
        </span>
      </span>
      <Text size="xs" c="dimmed">
        {format.timeOrDate(ticket.lastMessageAt)}
      </Text>
    </UnstyledButton>
  );
}

function useConcerns(userId: number): { count: number; tickets: TicketItem[] } {
  const own = useBridgeQuery('tickets.list', {
    status: 'open',
    filter: { userIds: [userId], unread: true },
    limit: MOST,
  });
  const waiting = useBridgeQuery('tickets.list', { status: 'pending', limit: MOST });
  const lists = [own, waiting].flatMap(({ data }) => data ?? []);
  return {
    count: lists.reduce((sum, { ids }) => sum + ids.length, 0),
    tickets: lists
      .flatMap(({ tickets }) => tickets)
      .sort((a, b) => b.lastMessageAt.localeCompare(a.lastMessageAt)),
  };
}
