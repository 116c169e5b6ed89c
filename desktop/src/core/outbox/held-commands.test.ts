import { describe, expect, test } from 'vitest';
import type { Store } from '../store/store.ts';
import { draftOf, instant, START, ticket, uuid } from '../store/testing/rows.ts';
import { open, seeded, tempDir } from '../store/testing/temp-store.ts';
import { createManualClock } from '../sync/testing/manual-clock.ts';
import { act, bubbles, push, sendArgs } from './testing/acts.ts';
import { createUndoTimers } from './undo-timers.ts';

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
