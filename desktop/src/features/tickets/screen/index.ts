import {
  IconArrowBackUp,
  IconCheck,
  IconCircleCheck,
  IconClockPause,
  IconEye,
  IconLayoutKanban,
  IconMailOpened,
  IconMessages,
  IconPin,
  IconRefresh,
  IconRobot,
  IconRobotOff,
  IconTags,
  IconUserShare,
} from '@tabler/icons-react';
import { createElement } from 'react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { given } from '../../../renderer/kit/given.ts';
import { DeskPage } from './desk.tsx';
import type { DeskParts } from './desk-parts.ts';
import { PeekPanel } from './peek-panel.tsx';
import { TicketWindow } from './ticket-window.tsx';
import { UnreadTicketsBadge } from './unread-tickets-badge.tsx';

/** There from the start. @param parts what the desk is put together of */
export const tickets = (parts: DeskParts) =>
  ({
    pages: [
      {
        title: 'tickets:title',
        group: 'service',
        path: '/tickets',
        offline: true,
        detail: 'uuid',
        icon: IconMessages,
        Badge: UnreadTicketsBadge,
        render: ({ user, detail }) => createElement(DeskPage, { user, openUuid: detail, parts }),
      },
    ],
    OwnWindow: given(TicketWindow, { parts }),
    commandIcons: {
      'ticket.accept': IconCheck,
      'ticket.close': IconCircleCheck,
      'ticket.reopen': IconRefresh,
      'ticket.transfer': IconUserShare,
      'ticket.return': IconArrowBackUp,
      'ticket.snooze': IconClockPause,
      'ticket.silenceBot': IconRobotOff,
      'ticket.startBot': IconRobot,
      'ticket.markRead': IconEye,
      'ticket.markUnread': IconMailOpened,
      'ticket.pin': IconPin,
      'ticket.setTags': IconTags,
      'ticket.moveToLane': IconLayoutKanban,
    },
  }) satisfies ScreenFeature;

/** What others draw of it. */
export const ticketParts = { PeekPanel };
