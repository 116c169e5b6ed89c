import type { MessageRow, TicketRow } from '@balcao/shared/sync/entities.ts';
import { describe, expect, it } from 'vitest';
import { createFakeHost } from '../../hosts/fake/fake-host.ts';
import { createNotifier } from './notifier.ts';

const ME = 7;
const AT = '2026-01-01T00:00:00.000Z';
const ticket = (id: number, patch: Partial<TicketRow> = {}): TicketRow => ({
  id,
  uuid: `0199a000-0000-4000-8000-00000000000${id}`,
  status: 'pending',
  userId: null,
  queueId: 1,
  whatsappId: 1,
  contactId: 1,
  lastMessage: 'last line',
  lastMessageAt: AT,
  unreadMessages: 1,
  isGroup: false,
  channel: 'whatsapp',
  chatbot: false,
  tagIds: [],
  createdAt: AT,
  updatedAt: AT,
  ...patch,
});
const message = (patch: Partial<MessageRow> = {}): MessageRow => ({
  id: '0199a000-0000-7000-8000-000000000001',
  ticketId: 1,
  contactId: 1,
  participantName: '',
  userId: null,
  fromMe: false,
  body: 'Bom dia',
  mediaType: 'chat',
  media: null,
  quotedMsgId: null,
  quoted: null,
  quotedSnippet: '',
  ack: 0,
  errorCode: null,
  read: false,
  isDeleted: false,
  isEdited: false,
  reactions: [],
  poll: null,
  viewOnce: false,
  forwarded: false,
  createdAt: AT,
  ...patch,
});

function start() {
  const host = createFakeHost({ dataDir: '/nowhere' });
  const sounds: boolean[] = [];
  const clock = { now: 0, unread: 0 };
  const notifier = createNotifier({
    host,
    userId: ME,
    contactName: () => 'Maria',
    unreadTickets: () => clock.unread,
    emit: ({ sound }) => sounds.push(sound),
    now: () => clock.now,
  });
  return { host, sounds, clock, notifier };
}

describe('notifications', () => {
  it('come for waiting tickets and my own, not for colleagues, closed ones or the one on the screen', () => {
    const { host, notifier } = start();
    notifier.setOpenTickets([3]);
    notifier.incoming({ ticket: ticket(1), message: message() });
    notifier.incoming({ ticket: ticket(2, { status: 'open', userId: ME }), message: message() });
    notifier.incoming({ ticket: ticket(3, { status: 'open', userId: ME }), message: message() });
    notifier.incoming({ ticket: ticket(4, { status: 'open', userId: 8 }), message: message() });
    notifier.incoming({ ticket: ticket(5, { status: 'closed', userId: ME }), message: message() });
    expect(host.notifications).toEqual([
      { ticketUuid: ticket(1).uuid, title: 'Maria', body: 'Bom dia' },
      { ticketUuid: ticket(2).uuid, title: 'Maria', body: 'Bom dia' },
    ]);
    notifier.setOpenTickets([]);
    notifier.incoming({ ticket: ticket(3, { status: 'open', userId: ME }), message: message() });
    expect(host.notifications).toHaveLength(3);
  });

  it('ring at most every two seconds', () => {
    const { sounds, clock, notifier } = start();
    for (const at of [0, 500, 1_999, 2_000, 2_001, 4_000]) {
      clock.now = at;
      notifier.incoming({ ticket: ticket(1), message: message() });
    }
    expect(sounds).toEqual([true, false, false, true, false, true]);
  });

  it('show what people can read, with the author in a group', () => {
    const { host, notifier } = start();
    const location = message({
      mediaType: 'locationMessage',
      body: 'data:image/png;base64,AAAA | https://x | y',
    });
    notifier.incoming({ ticket: ticket(1), message: location });
    notifier.incoming({ ticket: ticket(1), message: message({ participantName: 'João' }) });
    notifier.incoming({ ticket: ticket(1), message: message({ body: 'x'.repeat(5_000) }) });
    expect(host.notifications.map(({ body }) => body)).toEqual([
      'last line',
      'João: Bom dia',
      'x'.repeat(200),
    ]);
  });

  it('keep the badge at the number of unread tickets', () => {
    const { host, clock, notifier } = start();
    const badges = [0, 3, 3, 1].map((unread) => {
      clock.unread = unread;
      notifier.refreshBadge();
      return host.badge;
    });
    expect(badges).toEqual([0, 3, 3, 1]);
  });
});
