import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { ActionIcon, Kbd, Menu } from '@mantine/core';
import {
  type Icon,
  IconAlarm,
  IconArrowBackUp,
  IconArrowsExchange,
  IconCheck,
  IconChecks,
  IconClockPause,
  IconClockPlay,
  IconDotsVertical,
  IconExternalLink,
  IconEye,
  IconFileZip,
  IconLink,
  IconLock,
  IconMailOpened,
  IconMessage,
  IconMessageCircle,
  IconPin,
  IconPinnedOff,
  IconPlaylistAdd,
  IconRobot,
  IconRobotOff,
  IconRotate,
  IconSquareCheck,
  IconStack2,
  IconTag,
  IconTrash,
  IconUserPlus,
  IconVolumeOff,
} from '@tabler/icons-react';
import { useRef } from 'react';
import type { Place } from '../../../../renderer/kit/property-store.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { useTicketDialogs } from './dialogs-store.ts';
import { ACT_KEYS, mayDo, TICKET_ACTS, type TicketAct } from './ticket-acts.ts';
import { useTicketCommands } from './use-ticket-commands.ts';
import { useTicketShortcuts } from './use-ticket-shortcuts.ts';

export const TICKET_ICONS: Record<TicketAct, Icon> = {
  open: IconMessage,
  openWindow: IconExternalLink,
  copyLink: IconLink,
  peek: IconEye,
  accept: IconCheck,
  reopen: IconRotate,
  transfer: IconArrowsExchange,
  return: IconArrowBackUp,
  startBot: IconRobot,
  silenceBot: IconRobotOff,
  tags: IconTag,
  macro: IconPlaylistAdd,
  assign: IconUserPlus,
  queue: IconStack2,
  snooze: IconClockPause,
  resume: IconClockPlay,
  pin: IconPin,
  unpin: IconPinnedOff,
  markUnread: IconMailOpened,
  remember: IconAlarm,
  share: IconMessageCircle,
  document: IconFileZip,
  select: IconSquareCheck,
  close: IconChecks,
  closeSilently: IconVolumeOff,
  hold: IconLock,
  remove: IconTrash,
};

interface ItemsProps {
  user: SessionUser;
  ticket: TicketItem;
  /** Where the popovers of its properties belong. */
  at: () => Place | Element | null;
  /** Actions to leave out where they make no sense. */
  without?: readonly TicketAct[];
}

/** The actions on a ticket, as the items of any menu. */
function TicketMenuItems({ user, ticket, at, without = [] }: ItemsProps) {
  const { t } = useTexts();
  const { run } = useTicketCommands(user);
  const acts = TICKET_ACTS.filter((act) => !without.includes(act) && mayDo(act, ticket, user));
  return acts.map((act) => {
    const ActIcon = TICKET_ICONS[act];
    const key = ACT_KEYS[act];
    return (
      <Menu.Item
        key={act}
        leftSection={<ActIcon size={16} stroke={1.7} aria-hidden />}
        rightSection={key && without.length === 0 ? <Kbd>{key}</Kbd> : null}
        {...(act === 'remove' ? { color: 'red' } : {})}
        onClick={() => run(act, ticket, at() ?? undefined)}
      >
        {t(`tickets:actions.${act}`)}
      </Menu.Item>
    );
  });
}

/** The same behind a button, and the keys for it, for the conversation that is open. */
export function TicketMore({ user, ticket }: { user: SessionUser; ticket: TicketItem }) {
  const { t } = useTexts();
  useTicketShortcuts(ticket, user);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon ref={button} aria-label={t('tickets:actions.more')}>
          <IconDotsVertical size={18} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <TicketMenuItems user={user} ticket={ticket} at={() => button.current} without={IN_CONVERSATION} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** It is open already, and its own buttons accept, finish and reopen it. */
const IN_CONVERSATION: readonly TicketAct[] = ['open', 'peek', 'accept', 'reopen', 'close', 'select'];

/** Opened by the right button, the menu key or Shift+F10, where the row is. */
export function TicketContextMenu({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const { menu, showMenu } = useTicketDialogs();
  const opened = menu !== null;
  return (
    <Menu opened={opened} onClose={() => showMenu(null)} position="bottom-start" offset={0} returnFocus>
      <Menu.Target>
        <span
          aria-hidden
          style={{ position: 'fixed', left: menu?.x ?? 0, top: menu?.y ?? 0, width: 0, height: 0 }}
        />
      </Menu.Target>
      <Menu.Dropdown
        {...(menu ? { 'aria-label': t('tickets:menuOf', { name: menu.ticket.contact.name }) } : {})}
        aria-labelledby={undefined}
      >
        {menu ? (
          <TicketMenuItems
            user={user}
            ticket={menu.ticket}
            at={() => ({ left: menu.x, top: menu.y, width: 0, height: 0 })}
          />
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
