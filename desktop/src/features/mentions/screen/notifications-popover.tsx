import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { Anchor, Indicator, Popover, ScrollArea, Tabs, Text, UnstyledButton } from '@mantine/core';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { Link } from 'wouter';
import { BarButton } from '../../../renderer/components/bar-button.tsx';
import { DoNotDisturb, useSilence } from '../../../renderer/components/do-not-disturb.tsx';
import { previewOfLine } from '../../../renderer/components/message/preview.ts';
import { PreviewText } from '../../../renderer/components/message/preview-text.tsx';
import classes from '../../../renderer/components/notice-row.module.css';
import { PersonAvatar } from '../../../renderer/components/person-avatar.tsx';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { BELL_TABS, type BellTab, useLayoutDialogs } from '../../../renderer/kit/dialogs-store.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { MentionInbox } from './mention-inbox.tsx';
import { useMentions } from './use-mentions.ts';

/** Maximum number of rows; the badge counts them all. */
const MAX_SHOWN = 50;

/**
 * The bell: what concerns this person, and where colleagues have named them.
 *
 * Every ticket that may ring (tickets/ticket-policy.ts): one's own with something unread, and those that wait. An agent
 * who has a waiting ticket in view may accept it: one without a queue only those who see such.
 */
export function NotificationsPopover({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const { open: dialog, show, close } = useLayoutDialogs();
  const tab = BELL_TABS.find((name) => name === dialog) ?? null;
  const concerns = useConcerns(user.id);
  const mentions = useMentions();
  const count = concerns.count + mentions.unread;
  const silence = useSilence();
  const BellIcon = silence ? IconBellOff : IconBell;
  const label = t('mentions:notifications', { count });
  const toggle = () => (tab ? close() : show('conversations'));
  const open = (ticket: TicketItem) => {
    close();
    navigate(`/tickets/${ticket.uuid}`);
  };
  return (
    <Popover
      opened={tab !== null}
      onChange={(opened) => (opened ? show('conversations') : close())}
      position="bottom-end"
      width={360}
      trapFocus
      returnFocus
    >
      <Indicator label={count} maxValue={99} size={16} disabled={count === 0} color="red.8" offset={4}>
        <Popover.Target>
          <BarButton
            icon={BellIcon}
            marked={count > 0 || silence !== null}
            aria-label={silence ? `${label}. ${t(`preferences:silentNow.${silence}`)}` : label}
            onClick={toggle}
          />
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={0}>
        <Tabs value={tab ?? 'conversations'} onChange={(next) => show(next as BellTab)}>
          <Tabs.List grow>
            <Tabs.Tab value="conversations" rightSection={<Count of={concerns.count} />}>
              {t('mentions:conversations')}
            </Tabs.Tab>
            <Tabs.Tab value="mentions" rightSection={<Count of={mentions.unread} />}>
              {t('mentions:title')}
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="conversations">
            {concerns.tickets.length === 0 ? (
              <Text size="sm" c="dimmed" p="md" ta="center">
                {t('mentions:noNotifications')}
              </Text>
            ) : (
              <ScrollArea.Autosize mah={380}>
                {concerns.tickets.map((ticket) => (
                  <Notice key={ticket.id} ticket={ticket} onOpen={() => open(ticket)} />
                ))}
              </ScrollArea.Autosize>
            )}
          </Tabs.Panel>
          <Tabs.Panel value="mentions">
            <MentionInbox {...mentions} onOpen={close} />
          </Tabs.Panel>
        </Tabs>
        <div className={classes.noticeFoot}>
          <DoNotDisturb />
          <Anchor component={Link} href="/preferences/notifications" size="sm" onClick={close}>
            {t('mentions:notificationSettings')}
          </Anchor>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

const Count = ({ of }: { of: number }) => (of > 0 ? <span className={classes.bellCount}>{of}</span> : null);

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
    limit: MAX_SHOWN,
  });
  const waiting = useBridgeQuery('tickets.list', { status: 'pending', limit: MAX_SHOWN });
  const lists = [own, waiting].flatMap(({ data }) => data ?? []);
  return {
    count: lists.reduce((sum, { ids }) => sum + ids.length, 0),
    tickets: lists
      .flatMap(({ tickets }) => tickets)
      .sort((a, b) => b.lastMessageAt.localeCompare(a.lastMessageAt)),
  };
}
