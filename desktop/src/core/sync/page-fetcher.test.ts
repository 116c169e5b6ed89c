import { describe, expect, test } from 'vitest';
import { batch, COLLEAGUE, instant, message, ticket, uuid } from '../store/testing/rows.ts';
import { createHarness } from './testing/harness.ts';
import { settled } from './testing/manual-clock.ts';
import { bootstrap, pass, upToDate, welcome } from './testing/peer.ts';

describe('pages', () => {
  const theirs = [ticket({ userId: COLLEAGUE })];

  async function asked() {
    const harness = createHarness();
    const line = await harness.connected();
    line.say(welcome(), ...bootstrap(10, theirs), upToDate());
    return { ...harness, line };
  }

  test('are stored before they are answered; equal questions are one', async () => {
    const { line, sync, store } = await asked();
    const both = [sync.fetchMessages(1, null, 5), sync.fetchMessages(1, null, 5)];
    expect(line.all('fetch')).toHaveLength(1);
    const { reqId } = line.last('fetch');
    line.say({ type: 'page', reqId, sets: [{ entity: 'message', rows: [message(1)] }], hasMore: true });
    expect(await Promise.all(both)).toEqual([{ hasMore: true }, { hasMore: true }]);
    expect(store.messages.byId(uuid(1))?.id).toBe(uuid(1));
  });

  test('closed tickets, and one ticket by its public id', async () => {
    const { line, sync, store } = await asked();
    const closed = sync.fetchClosedTickets({ lastMessageAt: instant(9), id: 3 }, 40);
    expect(line.last('fetch')).toMatchObject({
      what: 'closedTickets',
      before: { lastMessageAt: instant(9), id: 3 },
      limit: 40,
    });
    const row = ticket({ id: 9, status: 'closed' });
    line.say({ type: 'page', reqId: 1, sets: [{ entity: 'ticket', rows: [row] }], hasMore: false });
    expect([await closed, store.tickets.byId(9)?.status]).toEqual([{ hasMore: false }, 'closed']);

    const missing = sync.fetchTicket(uuid(404));
    line.say({ type: 'page', reqId: 2, sets: [], hasMore: false, code: 'ERR_NO_TICKET_FOUND' });
    await expect(missing).rejects.toThrow('ERR_NO_TICKET_FOUND');
  });

  test('end without an answer: nobody connected, the line lost, the server mute', async () => {
    const { line, sync, clock } = await asked();
    const mute = sync.fetchMessages(1, null, 5);
    const caught = expect(mute).rejects.toThrow('ERR_SERVER_UNREACHABLE');
    await pass(clock, line, 15_000);
    await caught;
    const lost = sync.fetchMessages(1, null, 5);
    line.end(1006);
    await expect(lost).rejects.toThrow('ERR_OFFLINE');
    await expect(sync.fetchMessages(1, null, 5)).rejects.toThrow('ERR_OFFLINE');
    // An answer that comes too late is dropped.
    line.say({ type: 'page', reqId: 1, sets: [], hasMore: false });
  });

  test('what is open on a screen is told again after a break, and known to be whole once a page has come', async () => {
    const { line, sync, store, connected } = await asked();
    const missing = () => store.messages.page({ ticketId: 1, before: null, limit: 5 }).missing;
    const news = (from: number) => batch(from, from + 1, { puts: [{ entity: 'ticket', rows: theirs }] });
    // A page that was asked for before the server heard of our interest proves nothing of what came between.
    const page = sync.fetchMessages(1, null, 5);
    sync.setInterest([1]);
    expect(line.last('interest')).toMatchObject({ tickets: [1], contacts: [1] });
    for (const reqId of [1, 2]) {
      expect(missing()).toEqual({ before: null });
      line.say({ type: 'page', reqId, sets: [], hasMore: false });
      await settled();
    }
    await page;
    expect(line.all('fetch')).toHaveLength(2);
    line.say(news(10));
    expect(missing()).toBeNull();

    line.end(1006);
    const next = await connected();
    expect(next.last('hello')).toMatchObject({ interest: { tickets: [1], contacts: [1] } });
    // News of the time between may be missing: the server had not heard of our interest.
    next.say(welcome(), news(11));
    expect(missing()).toEqual({ before: null });
  });

  test("I3: a page of a colleague's conversation that no screen shows any more proves nothing", async () => {
    const { line, sync, store } = await asked();
    sync.setInterest([1]);
    const page = sync.fetchMessages(1, null, 5);
    sync.setInterest([]);
    line.say({ type: 'page', reqId: 1, sets: [], hasMore: false });
    await page;
    expect(store.messages.page({ ticketId: 1, before: null, limit: 5 }).missing).toEqual({ before: null });
    // Not even when it is shown again meanwhile.
    const other = sync.fetchMessages(1, null, 5);
    sync.setInterest([1]);
    line.say({ type: 'page', reqId: 2, sets: [], hasMore: false });
    await settled();
    expect(store.messages.page({ ticketId: 1, before: null, limit: 5 }).missing).toEqual({ before: null });
    line.say({ type: 'page', reqId: 3, sets: [], hasMore: false });
    await other;
    expect(store.messages.page({ ticketId: 1, before: null, limit: 5 }).missing).toBeNull();
  });
});
