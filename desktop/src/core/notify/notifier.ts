import type { ChatItem } from '@balcao/shared/features/chats/bridge.ts';
import type { ChatMessageRow } from '@balcao/shared/features/chats/row.ts';
import type { MentionItem } from '@balcao/shared/features/mentions/bridge.ts';
import type { MessageRow } from '@balcao/shared/features/messages/row.ts';
import type { Settings } from '@balcao/shared/features/preferences/bridge.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import type { TicketRow } from '@balcao/shared/features/tickets/row.ts';
import { createChatNotices } from '../../features/chats/chat-notices.ts';
import { createMentionNotices } from '../../features/mentions/mention-notices.ts';
import { createDeadlineNotices } from '../../features/tickets/deadline-notices.ts';
import { createGatheredNotices } from '../../features/tickets/gathered-notices.ts';
import { createTicketConcern } from '../../features/tickets/ticket-concern.ts';
import { createTicketNotices } from '../../features/tickets/ticket-notices.ts';
import type { Host } from '../../hosts/host.ts';
import type { Clock } from '../sync/clock.ts';
import { createNoticeBoard, type NoticeEvents } from './notice-board.ts';

/**
 * Notifies the agent of messages that came in out of view: one notification per ticket, each only for a while. And of
 * notes that name the agent, and of what colleagues say in chats.
 */
export interface Notifier {
  /** `missed`: it came while this console was not connected. */
  incoming(news: { ticket: TicketRow; message: MessageRow; missed: boolean }): void;
  /** A bot has left a ticket to people, who are now waited for. */
  handedOver(news: { ticket: TicketRow; missed: boolean }): void;
  /** Somebody has given this person a ticket. */
  given(ticket: TicketRow): void;
  /** A ticket that was put off is back because its time has come. */
  returned(ticket: TicketRow): void;
  /** A colleague has named this person. */
  mentioned(news: { id: string; missed: boolean }): void;
  /** A colleague has said something in a chat. */
  said(news: { id: string; missed: boolean }): void;
  /** A bootstrap has ended, and these tickets have unread messages that were not notified. */
  resynced(ticketIds: readonly number[]): void;
  /** All that was missed has come. */
  caughtUp(): void;
  /** Something was read, taken over or looked at: what is settled is taken away. */
  review(): void;
  stop(): void;
}

interface Deps {
  host: Pick<Host, 'notify' | 'withdraw' | 'can' | 'accounts'>;
  userId: number;
  /** The ticket as the agent sees it now. */
  ticket(id: number): TicketItem | null;
  /** Tickets with a deadline that runs. */
  due(): readonly TicketRow[];
  /** The server's time (ms). */
  serverNow(): number;
  mention(id: string): MentionItem | null;
  chat(id: number): ChatItem | null;
  chatMessage(id: string): ChatMessageRow | null;
  /** Chats that the person looks at. */
  seenChats(): ReadonlySet<number>;
  /** Tickets on a screen that the person looks at. */
  seen(): ReadonlySet<number>;
  settings(): Pick<Settings, 'language' | 'notifications'>;
  emit: NoticeEvents;
  /** The time of day, for quiet hours. */
  today(): Date;
  /** Goes on evenly, for everything else. */
  clock: Clock;
}

export function createNotifier(deps: Deps): Notifier {
  const { host, clock } = deps;
  const board = createNoticeBoard(deps);
  const concern = createTicketConcern(deps);
  const tickets = createTicketNotices({
    board,
    concern,
    canAnswer: () => host.can.notificationActions,
    clock,
  });
  const returns = createGatheredNotices({ board, concern, clock }, 'back');
  const given = createGatheredNotices({ board, concern, clock }, 'given');
  const { due, serverNow } = deps;
  const deadlines = createDeadlineNotices({ board, concern, due, serverNow, clock });
  const mentions = createMentionNotices({ board, mention: deps.mention, seen: deps.seen });
  const chats = createChatNotices({
    board,
    chat: deps.chat,
    chatMessage: deps.chatMessage,
    seen: deps.seenChats,
  });
  const all = [tickets, returns, given, deadlines, mentions, chats];

  return {
    incoming: ({ ticket, message, missed }) => tickets.incoming(ticket, message, missed),
    handedOver: ({ ticket, missed }) => tickets.handedOver(ticket, missed),
    given: given.came,
    returned: returns.came,
    mentioned: ({ id, missed }) => mentions.came(id, missed),
    said: ({ id, missed }) => chats.came(id, missed),
    resynced: tickets.resynced,
    caughtUp() {
      tickets.caughtUp();
      mentions.caughtUp();
      chats.caughtUp();
    },
    review() {
      for (const notices of all) notices.review();
    },
    stop() {
      for (const notices of all) notices.stop();
    },
  };
}
