import { ACK } from '@balcao/shared/features/messages/row.ts';
import type { MutationName } from '@balcao/shared/sync/commands.ts';
import Sqlite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import type { Store } from '../store/store.ts';
import { batch, draftOf, instant, ME, message, START, ticket, uuid } from '../store/testing/rows.ts';
import { open, seeded, snapshot, tempDir } from '../store/testing/temp-store.ts';
import { createManualClock } from '../sync/testing/manual-clock.ts';
import type { Rejection } from './outbox.ts';
import { createUndoTimers } from './undo-timers.ts';

const NOBODY = { interest: new Set<number>() };

const sendArgs = (n: number, ticketId = 1) => ({
  id: uuid(n),
  ticketId,
  body: `answer ${n}`,
  mediaId: null,
  quotedMsgId: null,
});
const send = (store: Store, n: number) =>
  store.enqueue({ name: 'message.send', args: sendArgs(n), at: instant(n) });
type TicketStep = Exclude<Extract<MutationName, `ticket.${string}`>, 'ticket.transfer'>;
const act = (store: Store, name: TicketStep, ticketId = 1) =>
  store.enqueue({ name, args: { ticketId, tagIds: [9, 2, 9] }, at: instant(100) });

/** Everything queued goes out, as the sync client does it. */
const push = (store: Store) => store.outbox.number(store.outbox.ready(99));
const bubbles = (store: Store) =>
  store.messages
    .page({ ticketId: 1, before: null, limit: 50 })
    .messages.map(({ id, delivery, ack, errorCode }) => ({ id, delivery, ack, errorCode }));

function rejections(store: Store): Rejection[] {
  const heard: Rejection[] = [];
  store.on('rejected', (rejection) => heard.push(rejection));
  return heard;
}

test('what waits stands below what has arrived, in its order, also while it goes out one by one', () => {
  const dir = tempDir();
  const store = seeded(open(dir), [
    { entity: 'ticket', rows: [ticket()] },
    { entity: 'message', rows: [message(1)] },
  ]);
  for (const n of [50, 51, 52]) send(store, n);
  push(store);
  const mine = { fromMe: true, userId: ME, body: 'answer 50', ack: 2, createdAt: instant(900) };
  const arrived = [message(50, mine), message(60, { createdAt: instant(800) })];
  const mutations = { acked: 1, results: [{ seq: 1, status: 'applied' as const }] };
  store.applyBatch(batch(10, 12, { puts: [{ entity: 'message', rows: arrived }], mutations }), NOBODY);
  send(store, 49);
  const order = [1, 60, 50, 51, 52, 49].map(uuid);
  expect(bubbles(store).map(({ id }) => id)).toEqual(order);
  store.close();
  expect(bubbles(open(dir)).map(({ id }) => id)).toEqual(order);
});

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

describe('confirmation', () => {
  test('I6: between command, effects and confirmation no state shows the message missing or twice', () => {
    const store = seeded(open(tempDir()));
    const seen: unknown[] = [];
    store.on('changed', () => seen.push(bubbles(store).map(({ id }) => id)));
    send(store, 30);
    send(store, 31);
    push(store);
    const row = (n: number) =>
      message(n, { fromMe: true, userId: ME, body: `answer ${n}`, ack: ACK.pending });
    const rows = (...numbers: number[]) => [{ entity: 'message' as const, rows: numbers.map(row) }];
    store.applyBatch(batch(10, 11, { puts: rows(30), mutations: { acked: 0, results: [] } }), NOBODY);
    store.applyBatch(
      batch(11, 12, {
        puts: rows(31),
        mutations: { acked: 2, results: [1, 2].map((seq) => ({ seq, status: 'applied' as const })) },
      }),
      NOBODY,
    );
    const both = [uuid(30), uuid(31)];
    expect(seen).toEqual([[uuid(30)], both, both, both]);
    expect(bubbles(store).map(({ delivery }) => delivery)).toEqual(['accepted', 'accepted']);
    expect([store.outbox.size(), store.tickets.byId(1)?.queued]).toEqual([0, false]);
  });

  test('I7: a refused command does not hold up those around it, and says why', () => {
    const store = seeded(open(tempDir()));
    const heard = rejections(store);
    send(store, 30);
    act(store, 'ticket.close');
    send(store, 31);
    push(store);
    const results = [
      { seq: 1, status: 'applied' as const },
      {
        seq: 2,
        status: 'rejected' as const,
        code: 'ERR_OTHER_OPEN_TICKET' as const,
        params: { name: 'Bruno' },
      },
    ];
    expect(store.tickets.byId(1)?.status).toBe('closed');
    store.applyBatch(batch(10, 11, { mutations: { acked: 2, results } }), NOBODY);
    expect(heard).toEqual([
      { name: 'ticket.close', ticketId: 1, code: 'ERR_OTHER_OPEN_TICKET', params: { name: 'Bruno' } },
    ]);
    expect([store.tickets.byId(1)?.status, store.outbox.size()]).toEqual(['open', 1]);
    // The refused command is kept with the reason, until the agent has read it.
    expect(store.commands.list(9)).toMatchObject([
      {
        state: 'rejected',
        command: { name: 'ticket.close' },
        refusal: { code: 'ERR_OTHER_OPEN_TICKET', params: { name: 'Bruno' } },
      },
      { state: 'queued', text: 'answer 31' },
    ]);
    expect(push(store)).toMatchObject([{ seq: 3, args: { id: uuid(31) } }]);
  });

  test('confirmations of an earlier name of this console confirm nothing', () => {
    const dir = tempDir();
    const store = seeded(open(dir));
    send(store, 30);
    push(store);
    store.applyBatch(batch(10, 11, { mutations: { acked: 1, results: [] } }), NOBODY);
    send(store, 31);
    store.outbox.renumber();
    push(store);
    store.close();
    expect(open(dir).outbox.size()).toBe(1);
  });
});

describe('a refused message', () => {
  function refused() {
    const store = seeded(open(tempDir()));
    send(store, 30);
    send(store, 31);
    push(store);
    const results = [
      { seq: 1, status: 'rejected' as const, code: 'ERR_TICKET_CLOSED' as const },
      { seq: 2, status: 'applied' as const },
    ];
    const rows = [message(31, { fromMe: true, body: 'answer 31', ack: ACK.server })];
    store.applyBatch(
      batch(10, 11, { puts: [{ entity: 'message', rows }], mutations: { acked: 2, results } }),
      NOBODY,
    );
    return store;
  }

  test('stays with its text as failed, and changes nothing else of the ticket', () => {
    const store = refused();
    expect(bubbles(store)).toEqual([
      { id: uuid(30), delivery: 'failed', ack: ACK.error, errorCode: 'ERR_TICKET_CLOSED' },
      { id: uuid(31), delivery: 'accepted', ack: ACK.server, errorCode: null },
    ]);
    expect(store.messages.byId(uuid(30))?.body).toBe('answer 30');
    expect(store.tickets.byId(1)).toMatchObject({ lastMessage: 'bom dia', queued: false });
    expect([store.outbox.size(), store.outbox.ready(9)]).toEqual([0, []]);
  });

  test('is sent again under its own id and a new number, at the end of the conversation', () => {
    const store = refused();
    store.retryMessage(uuid(30), instant(60));
    expect(bubbles(store).map(({ id, delivery }) => [id, delivery])).toEqual([
      [uuid(31), 'accepted'],
      [uuid(30), 'queued'],
    ]);
    expect(push(store)).toMatchObject([{ seq: 3, at: instant(60), args: sendArgs(30) }]);
    expect(() => store.retryMessage(uuid(30), instant(61))).toThrow('ERR_NO_MESSAGE_FOUND');
  });

  test('is another command each time that it is sent again: the server would repeat the refusal of the one before', () => {
    const store = seeded(open(tempDir()));
    send(store, 30);
    const ids = [push(store)[0]?.id];
    const refuse = (seq: number) => {
      const results = [{ seq, status: 'rejected' as const, code: 'ERR_TICKET_CLOSED' as const }];
      store.applyBatch(batch(9 + seq, 10 + seq, { mutations: { acked: seq, results } }), NOBODY);
    };
    refuse(1);
    store.retryMessage(uuid(30), instant(60));
    ids.push(push(store)[0]?.id);
    refuse(2);
    store.commands.retry(store.commands.list(1)[0]?.position ?? 0, instant(61));
    ids.push(push(store)[0]?.id);
    expect(new Set(ids).size).toBe(3);
  });

  test('is gone when it is discarded; other messages cannot be', () => {
    const store = refused();
    store.discardMessage(uuid(30));
    expect(bubbles(store).map(({ id }) => id)).toEqual([uuid(31)]);
    expect(() => store.discardMessage(uuid(31))).toThrow('ERR_NO_MESSAGE_FOUND');
  });

  test('by this console itself, before it had a number, leaves no hole', () => {
    const store = seeded(open(tempDir()));
    const heard = rejections(store);
    send(store, 30);
    send(store, 31);
    const [first = 0] = store.outbox.ready(1);
    store.outbox.refuse(first, 'ERR_NO_MEDIA_FOUND', {});
    expect(heard).toMatchObject([{ name: 'message.send', ticketId: 1, code: 'ERR_NO_MEDIA_FOUND' }]);
    expect(push(store)).toMatchObject([{ seq: 1, args: { id: uuid(31) } }]);
  });
});

describe('the outbox before its author', () => {
  const positions = (store: Store) => store.commands.list(9).map(({ position }) => position);
  const intoDraft = (store: Store, position: number) =>
    store.commands.takeBack(position, ({ text }, draft) => ({ ...draft, body: text }));

  test('a command that never left is taken out with the changes of what it would have made; others stay', () => {
    const store = seeded(open(tempDir()));
    send(store, 30);
    store.enqueue({
      name: 'message.edit',
      args: { id: uuid(30), ticketId: 1, body: 'better' },
      at: instant(31),
    });
    expect(store.tickets.byId(1)?.lastMessage).toBe('better');
    send(store, 32);
    store.commands.remove(positions(store)[0]!);
    expect(bubbles(store).map(({ id }) => id)).toEqual([uuid(32)]);
    expect(push(store)).toMatchObject([{ seq: 1, args: { id: uuid(32) } }]);
  });

  test('what was sent over a line may be done: it can be neither taken out nor edited', () => {
    const store = seeded(open(tempDir()));
    send(store, 30);
    push(store);
    const [position = 0] = positions(store);
    expect(() => store.commands.remove(position)).toThrow('ERR_COMMAND_SENT');
    expect(() => intoDraft(store, position)).toThrow('ERR_COMMAND_SENT');
    expect([store.outbox.size(), store.drafts.get(1).body]).toEqual([1, '']);
  });

  test('words go back into the draft, at once or not at all', () => {
    const store = seeded(open(tempDir()));
    send(store, 30);
    act(store, 'ticket.close');
    const [first = 0, second = 0] = positions(store);
    expect(() => intoDraft(store, second)).toThrow('ERR_VALIDATION');
    intoDraft(store, first);
    expect([store.drafts.get(1).body, bubbles(store), positions(store)]).toEqual(['answer 30', [], [second]]);
    expect(() => intoDraft(store, first)).toThrow('ERR_NO_COMMAND_FOUND');
  });

  test('a refused change goes out again with its words, or is cleared away; what waits is not touched', () => {
    const store = seeded(open(tempDir()), [
      { entity: 'ticket', rows: [ticket()] },
      { entity: 'message', rows: [message(20, { fromMe: true })] },
    ]);
    const args = { id: uuid(20), ticketId: 1, body: 'better' };
    store.enqueue({ name: 'message.edit', args, at: instant(31) });
    push(store);
    const refuse = (seq: number, from: number) =>
      store.applyBatch(
        batch(from, from + 1, {
          mutations: { acked: seq, results: [{ seq, status: 'rejected', code: 'ERR_TICKET_CLOSED' }] },
        }),
        NOBODY,
      );
    refuse(1, 10);
    expect([store.messages.byId(uuid(20))?.body, store.commands.failed()]).toEqual(['message 20', 1]);
    store.commands.retry(positions(store)[0]!, instant(40));
    expect(push(store)).toMatchObject([{ seq: 2, name: 'message.edit', args, at: instant(40) }]);
    refuse(2, 11);
    send(store, 50);
    store.commands.clear();
    expect([store.commands.failed(), store.outbox.size()]).toEqual([0, 1]);
  });

  test('of a reading that was refused nobody is told', () => {
    const store = seeded(open(tempDir()));
    act(store, 'ticket.markRead');
    push(store);
    const results = [{ seq: 1, status: 'rejected' as const, code: 'ERR_NO_TICKET_FOUND' as const }];
    store.applyBatch(batch(10, 11, { mutations: { acked: 1, results } }), NOBODY);
    expect(store.commands.failed()).toBe(0);
  });
});

describe('numbers', () => {
  test('are dense, kept when a command is sent again, and kept over a restart', () => {
    const dir = tempDir();
    const store = seeded(open(dir));
    send(store, 30);
    send(store, 31);
    expect(push(store).map(({ seq }) => seq)).toEqual([1, 2]);
    send(store, 32);
    store.close();
    const again = open(dir);
    expect(push(again).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  test('agree with a server that knows no less than what is confirmed and no more than what was sent', () => {
    const store = seeded(open(tempDir()));
    for (const n of [30, 31, 32]) send(store, n);
    expect([0, 1].map(store.outbox.agreesWith)).toEqual([true, false]);
    push(store);
    store.applyBatch(batch(10, 11, { mutations: { acked: 1, results: [] } }), NOBODY);
    expect([0, 1, 2, 3, 4].map(store.outbox.agreesWith)).toEqual([false, true, true, true, false]);
    store.applyBatch(batch(11, 12, { mutations: { acked: 3, results: [] } }), NOBODY);
    expect([2, 3, 4].map(store.outbox.agreesWith)).toEqual([false, true, false]);
  });

  test('begin anew under a new name, in the same order, each under the id by which the server knows it', () => {
    const store = seeded(open(tempDir()));
    for (const n of [30, 31, 32]) send(store, n);
    const [, second, third] = push(store).map(({ id }) => id);
    expect(second).toMatch(/^[\da-f-]{36}$/);
    store.applyBatch(batch(10, 11, { mutations: { acked: 1, results: [] } }), NOBODY);
    const before = store.outbox.clientId();
    store.outbox.renumber();
    expect(store.outbox.clientId()).not.toBe(before);
    expect(push(store)).toMatchObject([
      { seq: 1, id: second, args: { id: uuid(31) } },
      { seq: 2, id: third, args: { id: uuid(32) } },
    ]);
    expect(store.outbox.agreesWith(0)).toBe(true);
  });
});

test('a stored command that this version does not understand is put aside, and leaves no hole', () => {
  const dir = tempDir();
  const store = seeded(open(dir));
  for (const n of [30, 31, 32]) send(store, n);
  push(store);
  store.close();
  const db = new Sqlite(`${dir}/pending.db`);
  db.exec('update outbox set args = \'{"ticketId":1}\' where seq = 2');
  db.close();
  const errors: unknown[] = [];
  const log = { debug() {}, info() {}, warn() {}, error: (...args: unknown[]) => errors.push(args) };
  const again = open(dir, { log });
  expect(errors).toHaveLength(1);
  expect(bubbles(again).map(({ id }) => id)).toEqual([uuid(30), uuid(32)]);
  expect(push(again).map(({ seq }) => seq)).toEqual([1, 2]);
  expect(again.commands.list(9)[0]).toMatchObject({ state: 'unreadable', command: null });
});

describe('a message that is held back', () => {
  const hold = (store: Store, n: number, ticketId = 1) =>
    store.send({
      ticketId,
      messages: [{ name: 'message.send', args: sendArgs(n, ticketId), at: instant(n) }],
      draft: draftOf(''),
      holdUntil: START + n,
    });
  const heldIn = (store: Store) =>
    store.held(null).map(({ args, until }) => ({ until, release: () => store.release([args.id]) }));
  const outgoing = (store: Store) =>
    push(store).map(({ args }) => ('id' in args ? args.id : 'ticketId' in args ? args.ticketId : null));

  test('stands in the conversation and does not leave; the draft is empty in the same moment', () => {
    const dir = tempDir();
    const store = seeded(open(dir));
    store.drafts.set(1, draftOf('answer 21'));
    hold(store, 21);
    const seen = () => [bubbles(store).map(({ id }) => id), outgoing(store), store.drafts.get(1).body];
    expect(seen()).toEqual([[uuid(21)], [], '']);
    store.close();
    expect(open(dir).held(1)).toMatchObject([{ args: sendArgs(21), until: START + 21 }]);
  });

  test('leaves in its place: nothing on its ticket overtakes it, others do', () => {
    const rows = [ticket(), ticket({ id: 2, uuid: uuid(902) })];
    const store = seeded(open(tempDir()), [{ entity: 'ticket', rows }]);
    hold(store, 21);
    hold(store, 22);
    act(store, 'ticket.markRead');
    store.enqueue({ name: 'message.send', args: sendArgs(31, 2), at: instant(31) });
    expect(outgoing(store)).toEqual([1, uuid(31)]);
    act(store, 'ticket.close');
    expect([outgoing(store).slice(-3), store.held(null)]).toEqual([[uuid(21), uuid(22), 1], []]);
  });

  test('goes back into the draft, and nobody hears of it', () => {
    const store = seeded(open(tempDir()));
    hold(store, 21);
    store.takeBack(1, (held) => draftOf(held.map(({ args }) => args.body).join()));
    expect([bubbles(store), outgoing(store), store.drafts.get(1).body]).toEqual([[], [], 'answer 21']);
  });

  test('goes when its time has come, and when the program starts again', async () => {
    const dir = tempDir();
    const store = seeded(open(dir));
    const clock = createManualClock();
    const timers = createUndoTimers({ held: () => heldIn(store), clock });
    hold(store, 21);
    hold(store, 22);
    timers.watch();
    await clock.advance(21);
    expect(store.held(null).map(({ args }) => args.id)).toEqual([uuid(22)]);
    expect(outgoing(store)).toEqual([uuid(21)]);
    timers.stop();
    store.close();
    const again = open(dir);
    createUndoTimers({ held: () => heldIn(again), clock }).stop();
    expect(outgoing(again)).toEqual([uuid(21), uuid(22)]);
  });
});

describe('a decision that is held back', () => {
  const close = (store: Store) =>
    store.enqueue({ name: 'ticket.close', args: { ticketId: 1 }, at: instant(30), holdUntil: START + 30 });
  const names = (store: Store) => push(store).map(({ name }) => name);

  test('is seen at once and does not leave; taken back, nobody hears of it', () => {
    const dir = tempDir();
    const store = seeded(open(dir));
    close(store);
    expect([store.tickets.byId(1)?.status, names(store)]).toEqual(['closed', []]);
    store.close();
    const again = open(dir);
    expect(again.decisions.held()).toEqual([{ ticketId: 1, until: START + 30 }]);
    expect([again.decisions.takeBack(1), again.decisions.takeBack(1)]).toEqual([true, false]);
    expect([again.tickets.byId(1)?.status, names(again), again.outbox.size()]).toEqual(['open', [], 0]);
  });

  test('leaves when its time has come, after the messages that were held back before it', async () => {
    const store = seeded(open(tempDir()));
    store.send({
      ticketId: 1,
      messages: [{ name: 'message.send', args: sendArgs(21), at: instant(21) }],
      draft: draftOf(''),
      holdUntil: START + 60,
    });
    close(store);
    expect(names(store)).toEqual(['message.send']);
    store.decisions.release(1);
    expect([names(store).at(-1), store.decisions.takeBack(1)]).toEqual(['ticket.close', false]);
  });

  test('is ended by whatever else is done in the ticket, and undone by reopening it', () => {
    const store = seeded(open(tempDir()));
    close(store);
    act(store, 'ticket.reopen');
    expect([store.tickets.byId(1)?.status, names(store)]).toEqual(['open', []]);
    close(store);
    act(store, 'ticket.markRead');
    store.enqueue({ name: 'note.add', args: { id: uuid(40), ticketId: 1, body: 'x' }, at: instant(40) });
    expect(names(store)).toEqual(['ticket.markRead', 'ticket.close', 'note.add']);
  });

  test('may be a transfer, which what the customer writes does not refuse', () => {
    const store = seeded(open(tempDir()));
    const before = store.tickets.byId(1);
    const transfer = () =>
      store.enqueue({
        name: 'ticket.transfer',
        args: { ticketId: 1, userId: null, queueId: 3 },
        at: instant(30),
        holdUntil: START + 30,
      });
    transfer();
    store.decisions.overtake(1);
    expect([store.tickets.byId(1)?.status, names(store)]).toEqual(['pending', []]);
    expect([store.decisions.takeBack(1), store.tickets.byId(1)]).toEqual([true, before]);
    transfer();
    store.decisions.release(1);
    expect([names(store), store.decisions.takeBack(1)]).toEqual([['ticket.transfer'], false]);
  });
});
