import type { MessageRow } from '@balcao/shared/features/messages/row.ts';
import type { TicketRow } from '@balcao/shared/features/tickets/row.ts';
import type { RowSet } from '@balcao/shared/sync/entities.ts';
import type { BatchFrame, FetchFrame, PageFrame } from '@balcao/shared/sync/frames.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FeedGapError } from './errors.ts';
import type { Store } from './store.ts';
import {
  batch,
  COLLEAGUE,
  contact,
  draftOf,
  EPOCH,
  instant,
  ME,
  message,
  ticket,
  user,
  uuid,
} from './testing/rows.ts';
import { open, seeded, snapshot, tempDir, withoutEntity } from './testing/temp-store.ts';

const NOBODY = { interest: new Set<number>() };
const SHOWN = { interest: new Set([1]) };
const tickets = (...rows: TicketRow[]): RowSet => ({ entity: 'ticket', rows });
const messages = (...rows: MessageRow[]): RowSet => ({ entity: 'message', rows });
const read = (store: Store, ticketId = 1, limit = 50) =>
  store.messages.page({ ticketId, before: null, limit });
const bodies = (store: Store, ticketId = 1) => read(store, ticketId).messages.map(({ body }) => body);

describe('bootstrap', () => {
  test('keeps old rows in sight until its end sweeps what it did not mention', () => {
    const store = seeded(open(tempDir()), [
      tickets(ticket({ id: 1 }), ticket({ id: 2 })),
      messages(message(1)),
    ]);
    store.beginBootstrap();
    store.applyBootstrapRows(tickets(ticket({ id: 2, lastMessage: 'novo' })));
    expect(store.tickets.counts().open).toBe(2);
    expect(store.position().cursor).toEqual({ epoch: EPOCH, seq: 10 });
    store.finishBootstrap({ epoch: uuid(0xe1), seq: 3, viewVersion: 2 });
    expect([
      store.tickets.byId(1),
      store.tickets.byId(2)?.lastMessage,
      store.messages.byId(uuid(1)),
      store.all('user'),
    ]).toEqual([null, 'novo', null, []]);
    expect(store.position()).toEqual({ cursor: { epoch: uuid(0xe1), seq: 3 }, viewVersion: 2 });
  });

  test('one that broke off leaves nothing behind when the next one ends', () => {
    const store = seeded(open(tempDir()));
    store.beginBootstrap();
    store.applyBootstrapRows(tickets(ticket({ id: 5 })));
    store.beginBootstrap();
    store.applyBootstrapRows(tickets(ticket({ id: 6 })));
    store.finishBootstrap({ epoch: EPOCH, seq: 20, viewVersion: 1 });
    expect([store.tickets.byId(1), store.tickets.byId(5), store.tickets.byId(6)?.id]).toEqual([
      null,
      null,
      6,
    ]);
  });

  test('a version with one entity more asks for everything again, and shows until then what it has', () => {
    const dir = tempDir();
    seeded(open(dir)).close();
    withoutEntity(dir, 'tag');
    const store = open(dir);
    const { cursor } = store.position();
    expect([cursor?.seq, store.tickets.byId(1)?.id, store.all('user').length, store.all('tag')]).toEqual([
      10,
      1,
      1,
      [],
    ]);
    expect(cursor?.epoch).not.toBe(EPOCH);
    const rows = [{ id: 3, name: 'VIP', color: 'red', kanban: 0 as const, kanbanOrder: null }];
    seeded(store, [tickets(ticket()), { entity: 'tag', rows }]);
    store.close();
    const next = open(dir);
    expect([next.position().cursor?.epoch, next.all('tag')]).toEqual([EPOCH, rows]);
  });
});

describe('batches', () => {
  test('I8: an evicted ticket takes its messages, not its draft nor its commands, and comes back complete', () => {
    const store = seeded(open(tempDir()), [
      tickets(ticket()),
      messages(message(1), message(2, { ticketId: 2 })),
    ]);
    store.drafts.set(1, draftOf('rascunho'));
    const args = { id: uuid(9), ticketId: 1, body: 'resposta', mediaId: null, quotedMsgId: null };
    store.enqueue({ name: 'message.send', args, at: instant(20) });
    store.applyBatch(batch(10, 11, { evicts: [{ entity: 'ticket', ids: ['1'] }] }), NOBODY);
    expect([store.tickets.byId(1), store.messages.byId(uuid(1)), store.messages.byId(uuid(9))]).toEqual([
      null,
      null,
      null,
    ]);
    expect([store.drafts.get(1).body, store.outbox.size(), store.messages.byId(uuid(2))?.id]).toEqual([
      'rascunho',
      1,
      uuid(2),
    ]);

    store.applyBatch(batch(11, 12, { puts: [tickets(ticket()), messages(message(1))] }), NOBODY);
    expect(bodies(store)).toEqual(['message 1', 'resposta']);
  });

  test('deletes a row of any entity', () => {
    const store = seeded(open(tempDir()), [tickets(ticket()), messages(message(1), message(2))]);
    const deletes = [
      { entity: 'message' as const, ids: [uuid(1)] },
      { entity: 'user' as const, ids: [String(ME)] },
      { entity: 'contact' as const, ids: ['1'] },
    ];
    store.applyBatch(batch(10, 11, { deletes }), NOBODY);
    expect([bodies(store), store.all('user'), store.tickets.byId(1)?.contact.name]).toEqual([
      ['message 2'],
      [],
      '',
    ]);
  });

  test('a repeated frame does not bring back what is older, and a frame too far ahead is refused', () => {
    const store = seeded(open(tempDir()));
    const older = batch(10, 11, { puts: [tickets(ticket({ lastMessage: 'one' }))] });
    store.applyBatch(older, NOBODY);
    store.applyBatch(batch(11, 12, { puts: [tickets(ticket({ lastMessage: 'two' }))] }), NOBODY);
    store.applyBatch(older, NOBODY);
    expect([store.tickets.byId(1)?.lastMessage, store.position().cursor?.seq]).toEqual(['two', 12]);
    expect(() => store.applyBatch(batch(13, 14), NOBODY)).toThrow(FeedGapError);
    expect(() => open(tempDir()).applyBatch(batch(0, 1), NOBODY)).toThrow(FeedGapError);
  });

  test('tells which tickets a bot has left to people, unless this console told it to', () => {
    const waits = (id: number, chatbot: boolean) =>
      ticket({ id, status: 'pending', userId: null, chatbot, answerer: chatbot ? 'queueMenu' : 'nobody' });
    const store = seeded(open(tempDir()), [tickets(...[1, 2, 3].map((id) => waits(id, true)))]);
    store.enqueue({ name: 'ticket.silenceBot', args: { ticketId: 2 }, at: instant(20) });
    const rows = [waits(1, false), waits(2, false), waits(3, true), waits(4, false)];
    const { handedOver } = store.applyBatch(batch(10, 11, { puts: [tickets(...rows)] }), NOBODY);
    const accepted = ticket({ id: 3, status: 'open', userId: COLLEAGUE });
    const next = store.applyBatch(batch(11, 12, { puts: [tickets(accepted)] }), NOBODY);
    expect([handedOver, next.handedOver]).toEqual([[1], []]);
  });

  test('tells which waiting tickets somebody has given to this person, who has not taken them', () => {
    const waits = (id: number) => ticket({ id, status: 'pending', userId: null });
    const mine = (id: number) => ticket({ id, status: 'open', userId: ME });
    const store = seeded(open(tempDir()), [tickets(...[1, 2, 3].map(waits))]);
    store.enqueue({ name: 'ticket.accept', args: { ticketId: 2 }, at: instant(20) });
    const given = [mine(1), mine(2), ticket({ id: 3, status: 'open', userId: COLLEAGUE }), mine(4)];
    expect(store.applyBatch(batch(10, 11, { puts: [tickets(...given)] }), NOBODY).givenIds).toEqual([1]);
  });

  test('tells after the commit what changed, and which messages of customers are news', () => {
    const store = seeded(open(tempDir()), [tickets(ticket()), messages(message(1))]);
    const heard: unknown[] = [];
    store.on('changed', (change) => heard.push({ ...change, seq: store.position().cursor?.seq }));
    const puts = [
      tickets(ticket({ lastMessage: 'oi' })),
      messages(message(1, { isEdited: true }), message(2), message(3, { fromMe: true })),
    ];
    const { incoming } = store.applyBatch(batch(10, 11, { puts }), NOBODY);
    expect(heard).toEqual([
      { entities: ['ticket', 'message'], ticketIds: [1], contactIds: [1], all: false, seq: 11 },
    ]);
    expect(incoming.map((news) => [news.ticket.lastMessage, news.message.id])).toEqual([['oi', uuid(2)]]);
  });
});

describe('what is known of a conversation', () => {
  const page = (before: MessageRow | null, rows: MessageRow[], hasMore: boolean): [PageFrame, FetchFrame] => [
    { type: 'page', reqId: 1, sets: [messages(...rows)], hasMore },
    { type: 'fetch', reqId: 1, what: 'messages', ticketId: 1, before, limit: 50 },
  ];
  const missing = (store: Store) => read(store).missing;
  const keyOf = ({ createdAt, id }: MessageRow) => ({ createdAt, id });

  test('a bootstrap brings the newest messages, pages go down from there to the first one', () => {
    const store = seeded(open(tempDir()), [tickets(ticket()), messages(message(8), message(9))]);
    expect(missing(store)).toEqual({ before: keyOf(message(8)) });
    store.applyPage(...page(message(8), [message(7), message(6)], true), NOBODY);
    expect(missing(store)).toEqual({ before: keyOf(message(6)) });
    expect(read(store, 1, 4)).toMatchObject({ missing: null, hasMore: true });
    store.applyPage(...page(message(6), [message(5)], false), NOBODY);
    expect(read(store)).toMatchObject({ missing: null, hasMore: false });
    expect(bodies(store)).toHaveLength(5);
  });

  test('a page that does not join what is known proves nothing', () => {
    const store = seeded(open(tempDir()), [tickets(ticket()), messages(message(8))]);
    store.applyPage(...page(message(5), [message(4)], false), NOBODY);
    expect(missing(store)).toEqual({ before: keyOf(message(8)) });
  });

  test('a gap makes everything below it unknown again', () => {
    const store = seeded(open(tempDir()), [tickets(ticket())]);
    store.applyPage(...page(null, [message(1)], false), NOBODY);
    expect(missing(store)).toBeNull();
    const gaps = [{ contactId: 1, before: keyOf(message(50)) }];
    store.applyBatch(batch(10, 99, { puts: [messages(message(50), message(51))], gaps }), NOBODY);
    expect(missing(store)).toEqual({ before: keyOf(message(50)) });
  });

  test("a colleague's ticket that changes is unknown again, unless a screen shows it", () => {
    const theirs = ticket({ userId: COLLEAGUE });
    const store = seeded(open(tempDir()), [tickets(theirs)]);
    store.applyPage(...page(null, [message(1)], false), SHOWN);
    store.applyBatch(batch(10, 11, { puts: [tickets(theirs)] }), SHOWN);
    expect(missing(store)).toBeNull();
    store.applyBatch(batch(11, 12, { puts: [tickets(theirs)] }), NOBODY);
    expect(missing(store)).toEqual({ before: null });
  });

  test("I3: nothing proves a colleague's conversation while no screen shows it: what changes is not delivered", () => {
    const puts = [messages(message(8), message(9))];
    const gaps = [{ contactId: 1, before: keyOf(message(8)) }];
    const store = seeded(open(tempDir()), [tickets(ticket({ userId: COLLEAGUE })), ...puts]);
    expect(missing(store)).toEqual({ before: null });
    store.applyPage(...page(null, [message(1)], false), NOBODY);
    expect(missing(store)).toEqual({ before: null });
    store.applyBatch(batch(10, 11, { puts, gaps }), NOBODY);
    expect(missing(store)).toEqual({ before: null });
    store.applyBatch(batch(11, 12, { puts, gaps }), SHOWN);
    expect(missing(store)).toEqual({ before: keyOf(message(8)) });
  });

  test('a ticket that comes to this agent asks for its newest messages, one that brings them does not', () => {
    const store = seeded(open(tempDir()), [tickets(ticket({ userId: COLLEAGUE }))]);
    const pending = ticket({ id: 2, status: 'pending', userId: null });
    const puts = [
      tickets(ticket(), pending, ticket({ id: 3 }), ticket({ id: 4, status: 'closed' })),
      messages(message(5, { ticketId: 3 })),
    ];
    const gaps = [{ contactId: 3, before: keyOf(message(5)) }];
    expect(store.applyBatch(batch(10, 11, { puts, gaps }), NOBODY).tails).toEqual([1, 2]);
    expect(store.missingTails(10).sort()).toEqual([1, 2]);
    store.applyPage(...page(null, [], false), NOBODY);
    expect(store.missingTails(10)).toEqual([2]);
  });
});

// The log of a company as the server keeps it, and what it sends of it: the current rows of what has changed.
type Step =
  | { kind: 'ticket'; id: number; visible: boolean; text: string; mine: boolean }
  | { kind: 'message'; id: number; ticketId: number; text: string; deleted: boolean }
  | { kind: 'user'; name: string };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('ticket' as const),
    id: fc.integer({ min: 1, max: 3 }),
    visible: fc.boolean(),
    text: fc.string({ maxLength: 5 }),
    mine: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('message' as const),
    id: fc.integer({ min: 1, max: 6 }),
    ticketId: fc.integer({ min: 1, max: 3 }),
    text: fc.string({ maxLength: 5 }),
    deleted: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('user' as const), name: fc.string({ maxLength: 5 }) }),
);

/** What the server would send for steps `from`..`to`, knowing all of them up to `to`. */
function batchOf(steps: Step[], from: number, to: number): BatchFrame {
  const frame = batch(10 + from, 10 + to);
  const last = new Map(steps.slice(0, to).map((s) => [s.kind === 'user' ? 'user' : `${s.kind}${s.id}`, s]));
  const changed = new Set(
    steps.slice(from, to).map((s) => (s.kind === 'user' ? 'user' : `${s.kind}${s.id}`)),
  );
  for (const [key, now] of last) {
    const ofTicket = now.kind === 'message' ? last.get(`ticket${now.ticketId}`) : undefined;
    const seen = ofTicket?.kind === 'ticket' && ofTicket.visible;
    // A ticket that comes into view brings its messages.
    if (!changed.has(key) && !(now.kind === 'message' && changed.has(`ticket${now.ticketId}`))) continue;
    if (now.kind === 'user') frame.puts.push({ entity: 'user', rows: [user({ name: now.name })] });
    else if (now.kind === 'ticket') {
      const row = ticket({ id: now.id, lastMessage: now.text, userId: now.mine ? ME : COLLEAGUE });
      if (now.visible) frame.puts.push(tickets(row));
      else frame.evicts.push({ entity: 'ticket', ids: [String(now.id)] });
    } else if (now.deleted) frame.deletes.push({ entity: 'message', ids: [uuid(now.id)] });
    else if (seen) frame.puts.push(messages(message(now.id, { ticketId: now.ticketId, body: now.text })));
    else frame.evicts.push({ entity: 'message', ids: [uuid(now.id)] });
  }
  return frame;
}

test('I10: any legal split, with any frame repeated, ends in the same rows', () => {
  const cuts = fc.array(fc.record({ size: fc.integer({ min: 1, max: 6 }), repeat: fc.boolean() }), {
    minLength: 1,
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), cuts, (steps, plan) => {
      const whole = seeded(open(tempDir()), []);
      whole.applyBatch(batchOf(steps, 0, steps.length), NOBODY);
      const split = seeded(open(tempDir()), []);
      const sent: BatchFrame[] = [];
      for (let from = 0, turn = 0; from < steps.length; turn++) {
        const { size, repeat } = plan[turn % plan.length]!;
        const to = Math.min(steps.length, from + size);
        sent.push(batchOf(steps, from, to));
        split.applyBatch(sent.at(-1)!, NOBODY);
        if (repeat) split.applyBatch(sent[turn >> 1]!, NOBODY);
        from = to;
      }
      const rows = (store: Store) => {
        const { tickets: list, directory, position } = snapshot(store);
        return { list, directory, position, bodies: [1, 2, 3].map((id) => bodies(store, id)) };
      };
      expect(rows(split)).toEqual(rows(whole));
      whole.close();
      split.close();
    }),
    { numRuns: 25 },
  );
});

test('contacts found by search follow their own changes', () => {
  const store = seeded(open(tempDir()));
  store.applyBatch(
    batch(10, 11, { puts: [{ entity: 'contact', rows: [contact({ name: 'Zélia' })] }] }),
    NOBODY,
  );
  const found = (search: string) =>
    store.tickets.list({ status: 'open', search, before: null, limit: 5 }).tickets.length;
  expect([found('zelia'), found('jose')]).toEqual([1, 0]);
});
