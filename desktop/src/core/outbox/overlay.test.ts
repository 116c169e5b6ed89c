import { ACK } from '@balcao/shared/features/messages/row.ts';
import Sqlite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { batch, instant, ME, message, ticket, uuid } from '../store/testing/rows.ts';
import { open, seeded, snapshot, tempDir } from '../store/testing/temp-store.ts';
import { act, NOBODY, push, rejections, send, sendArgs, type TicketStep } from './testing/acts.ts';

describe('the effect of each command is visible at once, and only on top of the rows', () => {
  const pending = ticket({ status: 'pending', userId: null, unreadMessages: 3 });
  const cases: [TicketStep, object, object][] = [
    ['ticket.accept', pending, { status: 'open', userId: ME, user: { name: 'Ana' } }],
    ['ticket.close', ticket({ unreadMessages: 3 }), { status: 'closed', unreadMessages: 0 }],
    ['ticket.close', pending, { status: 'closed', userId: ME, user: { name: 'Ana' } }],
    ['ticket.reopen', ticket({ status: 'closed', userId: null }), { status: 'open', userId: ME }],
    ['ticket.return', ticket(), { status: 'pending', userId: null, user: null }],
    ['ticket.markRead', ticket({ unreadMessages: 3 }), { unreadMessages: 0 }],
    ['ticket.setTags', ticket({ tagIds: [3] }), { tagIds: [2, 9], tags: [] }],
  ];
  test.each(cases)('%s', (name, row, effect) => {
    const dir = tempDir();
    const store = seeded(open(dir), [{ entity: 'ticket', rows: [row as ReturnType<typeof ticket>] }]);
    act(store, name);
    expect(store.tickets.byId(1)).toMatchObject({ ...effect, queued: true });
    const before = snapshot(store);
    store.close();
    const db = new Sqlite(`${dir}/cache.db`);
    expect(JSON.parse(String(db.prepare('select row from ticket').pluck().get()))).toEqual(row);
    db.close();
    // Opening computes the same effect again.
    expect(snapshot(open(dir))).toEqual(before);
  });

  test('of tags only what differs from what was seen', () => {
    const store = seeded(open(tempDir()), [{ entity: 'ticket', rows: [ticket({ tagIds: [1, 2, 3] })] }]);
    const change = (before: number[], tagIds: number[]) =>
      store.enqueue({ name: 'ticket.setTags', args: { ticketId: 1, tagIds, before }, at: instant(100) });
    change([1, 2], [2, 9]);
    change([2], [2, 8]);
    expect(store.tickets.byId(1)).toMatchObject({ tagIds: [2, 3, 8, 9] });
  });

  test('a ticket changes its list and the counts', () => {
    const store = seeded(open(tempDir()), [{ entity: 'ticket', rows: [pending] }]);
    const lists = () =>
      (['open', 'pending'] as const).map(
        (status) => store.tickets.list({ status, search: 'bom', before: null, limit: 9 }).tickets.length,
      );
    expect([lists(), store.tickets.counts()]).toEqual([
      [0, 1],
      { open: 0, pending: 1, chatbot: 0, closed: 0, snoozed: 0, unread: 1 },
    ]);
    act(store, 'ticket.accept');
    act(store, 'ticket.markRead');
    expect([lists(), store.tickets.counts()]).toEqual([
      [1, 0],
      { open: 1, pending: 0, chatbot: 0, closed: 0, snoozed: 0, unread: 0 },
    ]);
  });

  test('what somebody does without a line leaves unread what the customer writes meanwhile', () => {
    const customers = (...rows: number[]) => ({
      entity: 'message' as const,
      rows: rows.map((n) => message(n)),
    });
    const dir = tempDir();
    const store = seeded(open(dir), [
      {
        entity: 'ticket',
        rows: [ticket({ unreadMessages: 1 }), ticket({ id: 2, lastMessageAt: instant(7) })],
      },
      customers(1),
    ]);
    const shown = () => store.tickets.byId(1);
    const told = (from: number, unreadMessages: number, set: ReturnType<typeof customers>) =>
      batch(from, from + 1, {
        puts: [{ entity: 'ticket', rows: [ticket({ unreadMessages, waitingSince: instant(1) })] }, set],
      });
    act(store, 'ticket.markRead');
    expect(shown()).toMatchObject({ unreadMessages: 0 });
    store.applyBatch(told(10, 2, customers(60)), NOBODY);
    expect(shown()).toMatchObject({ unreadMessages: 1 });
    send(store, 65);
    expect(shown()).toMatchObject({ unreadMessages: 0, waitingSince: null });
    store.applyBatch(told(11, 3, customers(70)), NOBODY);
    expect(shown()).toMatchObject({ unreadMessages: 1, waitingSince: instant(70) });
    for (const id of [1, 2]) act(store, 'ticket.close', id);
    expect(shown()).toMatchObject({ status: 'closed', unreadMessages: 0 });
    store.applyBatch(told(12, 4, customers(80)), NOBODY);
    expect(shown()).toMatchObject({ status: 'open', unreadMessages: 2, waitingSince: instant(70) });

    const seen = push(store).map(({ args }) => 'seenAt' in args && args.seenAt);
    // For a conversation that is not followed, the row says what there is.
    expect(seen).toEqual([1, 60, 70, 7].map(instant));
    const heard = rejections(store);
    const results = [{ seq: 3, status: 'rejected' as const, code: 'ERR_CUSTOMER_WROTE' as const }];
    store.applyBatch(batch(13, 14, { mutations: { acked: 3, results } }), NOBODY);
    expect(heard).toMatchObject([{ name: 'ticket.close', code: 'ERR_CUSTOMER_WROTE' }]);
    expect([store.outbox.size(), store.commands.failed()]).toEqual([1, 1]);
  });

  test('message.send, with the file of this console', () => {
    const store = seeded(open(tempDir()));
    const file = {
      id: uuid(77),
      state: 'pending' as const,
      mime: 'image/png',
      size: 12,
      name: 'foto.png',
      width: null,
      height: null,
      seconds: null,
      voice: false,
      waveform: null,
      mediaType: 'image' as const,
    };
    const args = { ...sendArgs(30), body: '', mediaId: uuid(77), quotedMsgId: null };
    store.enqueue({ name: 'message.send', args, at: instant(30), file });
    const { mediaType, ...media } = file;
    expect(store.messages.byId(uuid(30))).toMatchObject({
      mediaType,
      media,
      fromMe: true,
      userName: 'Ana',
      ack: ACK.pending,
      delivery: 'queued',
      createdAt: instant(30),
    });
    expect(store.tickets.byId(1)).toMatchObject({ lastMessage: '📷 foto.png', lastMessageAt: instant(30) });
    expect(store.outbox.nextUpload()).toMatchObject({ mediaId: uuid(77) });
  });

  test('ticket.transfer: to an agent it stays open, to a queue it waits', () => {
    const store = seeded(open(tempDir()));
    const transfer = (userId: number | null, queueId: number | null) =>
      store.enqueue({ name: 'ticket.transfer', args: { ticketId: 1, userId, queueId }, at: instant(100) });
    const { queueId } = store.tickets.byId(1) ?? {};
    transfer(ME + 1, null);
    expect(store.tickets.byId(1)).toMatchObject({ status: 'open', userId: ME + 1, queueId });
    transfer(null, 77);
    expect(store.tickets.byId(1)).toMatchObject({ status: 'pending', userId: null, queueId: 77 });
  });

  test('note.add stands in the conversation and is nobody’s newest message; a refused one keeps its words', () => {
    const store = seeded(open(tempDir()));
    const before = store.tickets.byId(1);
    const args = { id: uuid(40), ticketId: 1, body: 'cliente antigo' };
    store.enqueue({ name: 'note.add', args, at: instant(40) });
    expect(store.messages.byId(uuid(40))).toMatchObject({
      mediaType: 'note',
      body: args.body,
      delivery: 'queued',
    });
    expect(store.tickets.byId(1)).toEqual({ ...before, queued: true });
    push(store);
    const results = [{ seq: 1, status: 'rejected' as const, code: 'ERR_TICKET_FOREIGN_QUEUE' as const }];
    store.applyBatch(batch(10, 11, { mutations: { acked: 1, results } }), NOBODY);
    expect(store.messages.byId(uuid(40))).toMatchObject({ body: args.body, delivery: 'failed' });
  });

  test('commands that cannot be are refused before they are stored', () => {
    const store = seeded(open(tempDir()));
    expect(() => act(store, 'ticket.close', -1)).toThrow('ERR_VALIDATION');
    expect(store.outbox.size()).toBe(0);
  });
});
