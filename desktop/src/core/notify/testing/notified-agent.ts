import type { EventData } from '@balcao/shared/bridge/events.ts';
import type { ChatItem } from '@balcao/shared/features/chats/bridge.ts';
import type { ChatMessageRow } from '@balcao/shared/features/chats/row.ts';
import type { MentionItem } from '@balcao/shared/features/mentions/bridge.ts';
import type { MessageRow } from '@balcao/shared/features/messages/row.ts';
import type { Settings } from '@balcao/shared/features/preferences/bridge.ts';
import {
  DEFAULT_NOTIFICATIONS,
  type NotificationSettings,
} from '@balcao/shared/features/preferences/notification-settings.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { messageRow, ticketRow, ticketUuid } from '../../../../test/rows.ts';
import { createFakeHost } from '../../../hosts/fake/fake-host.ts';
import { NO_ACCOUNTS } from '../../../hosts/host.ts';
import { createManualClock } from '../../sync/testing/manual-clock.ts';
import { createNotifier, type Notifier } from '../notifier.ts';

export const ME = 7;

const MENTION: MentionItem = {
  id: '',
  source: 'note',
  userId: ME,
  authorId: 8,
  authorName: 'Ana',
  messageId: '',
  ticketId: 1,
  ticketUuid: '',
  contact: { id: 1, name: 'Maria' },
  chat: null,
  text: '@Bruno, veja',
  createdAt: '2026-03-02T12:00:00.000Z',
  readAt: null,
};

export const CHAT: ChatItem = {
  id: 1,
  uuid: ticketUuid(1),
  title: 'Turno',
  name: 'Turno',
  ofTwo: false,
  ownerId: ME,
  users: [],
  lastMessage: '',
  lastSenderId: 8,
  lastSenderName: 'Ana',
  lastNumber: 1,
  unread: 0,
  updatedAt: MENTION.createdAt,
};
const SAID: ChatMessageRow = {
  id: '1',
  chatId: 1,
  number: 1,
  message: '',
  mediaType: 'chat',
  media: null,
  card: null,
  mentions: [],
  senderId: 8,
  sender: { name: 'Ana' },
  reactions: [],
  isEdited: false,
  isDeleted: false,
  createdAt: MENTION.createdAt,
};

/** An agent whom a notifier tells of what happens to what the agent knows. */
export function start(
  chosen: Partial<NotificationSettings> = {},
  language: Settings['language'] = 'pt',
  account: string | null = null,
) {
  const host = createFakeHost({ dataDir: '/nowhere' });
  Object.assign(host, { accounts: { ...NO_ACCOUNTS, ownName: () => account } });
  const clock = createManualClock();
  const told: EventData<'notification.shown'>[] = [];
  const known = nothingKnown();
  const seenChats = new Set<number>();
  const seen = new Set<number>();
  const settings = { language, notifications: { ...DEFAULT_NOTIFICATIONS, ...chosen } };
  const notifier = createNotifier({
    host,
    userId: ME,
    ticket: (id) => known.tickets.get(id) ?? null,
    due: () => [...known.tickets.values()].filter(({ deadlines }) => deadlines.length > 0),
    serverNow: () => clock.now(),
    mention: (id) => known.mentions.get(id) ?? null,
    chat: (id) => known.chats.get(id) ?? null,
    chatMessage: (id) => known.said.get(id) ?? null,
    seenChats: () => seenChats,
    seen: () => seen,
    settings: () => settings,
    emit: { shown: (notice) => told.push(notice), closed: () => {} },
    today: () => new Date(clock.now()),
    clock,
  });
  return {
    host,
    clock,
    told,
    seen,
    settings,
    notifier,
    mentions: known.mentions,
    chats: known.chats,
    seenChats,
    ...happenings(known, notifier),
    shown: () => host.notices.map(({ key, title, body }) => [key, title, body]),
    keys: () => host.notices.map(({ key }) => key),
  };
}

const nothingKnown = () => ({
  tickets: new Map<number, TicketItem>(),
  mentions: new Map<string, MentionItem>(),
  chats: new Map<number, ChatItem>(),
  said: new Map<string, ChatMessageRow>(),
});

function happenings({ tickets, mentions, chats, said }: ReturnType<typeof nothingKnown>, notifier: Notifier) {
  let last = 0;

  function put(id: number, patch: Partial<TicketItem>) {
    const ticket = { ...ticketRow(id), ...tickets.get(id), ...patch };
    tickets.set(id, {
      ...ticket,
      contact: { id: ticket.contactId, name: `Cliente ${id}`, number: '', email: '', profilePicUrl: null },
      queue: null,
      user: null,
      tags: [],
      whatsapp: { name: '', status: 'CONNECTED', reason: null } as unknown as TicketItem['whatsapp'],
      queued: false,
      pinned: false,
    });
    return ticket;
  }

  return {
    put,
    /** Ana says something in a chat of ours. */
    says(chatId: number, message: string, missed = false) {
      const chat = {
        ...CHAT,
        id: chatId,
        uuid: ticketUuid(chatId),
        unread: (chats.get(chatId)?.unread ?? 0) + 1,
      };
      chats.set(chatId, chat);
      const id = `${chatId}/${chat.unread}`;
      said.set(id, { ...SAID, id, chatId, number: chat.unread, message });
      notifier.said({ id, missed });
    },
    /** Ana names me in a note of a ticket. */
    names(ticketId: number, missed = false) {
      const one = { ...MENTION, id: String(mentions.size), ticketId, ticketUuid: ticketUuid(ticketId) };
      mentions.set(one.id, one);
      notifier.mentioned({ id: one.id, missed });
      return one;
    },
    /** A customer writes in a ticket, which waits unless it is said otherwise. */
    writes(id: number, patch: Partial<TicketItem> = {}, said: Partial<MessageRow> = {}, missed = false) {
      const unreadMessages = (tickets.get(id)?.unreadMessages ?? 0) + 1;
      const ticket = put(id, { unreadMessages, ...patch });
      notifier.incoming({
        ticket,
        message: messageRow(++last, id, { body: `texto ${last}`, ...said }),
        missed,
      });
    },
  };
}
