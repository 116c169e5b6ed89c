import { ACK } from '@balcao/shared/features/messages/row.ts';
import { describe, expect, test } from 'vitest';
import type { Store } from '../store/store.ts';
import { batch, instant, ME, message, ticket, uuid } from '../store/testing/rows.ts';
import { open, seeded, tempDir } from '../store/testing/temp-store.ts';
import { act, bubbles, NOBODY, push, rejections, send } from './testing/acts.ts';

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
