import { TYPING_REPEAT_MS } from '@balcao/shared/sync/ephemeral.ts';
import type { ServerFrame } from '@balcao/shared/sync/frames.ts';
import { describe, expect, test } from 'vitest';
import { batch, instant, message, ticket, uuid } from '../store/testing/rows.ts';
import { createHarness } from './testing/harness.ts';
import { settled } from './testing/manual-clock.ts';
import { bootstrap, pass, upToDate, welcome } from './testing/peer.ts';

describe('news', () => {
  const arrives = (seconds: number, n: number) =>
    batch(10, 11, { puts: [{ entity: 'message', rows: [message(n, { createdAt: instant(seconds) })] }] });

  test('a customer who writes is told of; a bootstrap and old news are not', async () => {
    const { connected, sync } = createHarness();
    const told: string[] = [];
    sync.on('incoming', (news) => told.push(`${news.ticket.id}: ${news.message.body}`));
    const line = await connected();
    line.say(welcome({ serverTime: instant(1_000) }), ...bootstrap().slice(0, 4), {
      type: 'bootstrap.rows',
      gen: 5,
      set: { entity: 'message', rows: [message(1, { createdAt: instant(999) })] },
    });
    line.say(bootstrap()[4]!, upToDate(), arrives(600, 2));
    expect(told).toEqual([]);
    line.say({ ...arrives(990, 3), from: 11, to: 12 });
    expect(told).toEqual(['1: message 3']);
  });

  test('when everything comes anew it is said in which tickets somebody wrote since', async () => {
    const { connected, live, sync, store } = createHarness();
    const told: number[][] = [];
    sync.on('resynced', ({ ticketIds }) => told.push(ticketIds));
    const line = await live();
    const known = store.tickets.newestAt() ?? 0;
    const at = (minutes: number) => new Date(known + minutes * 60_000).toISOString();
    expect(told).toEqual([]);
    const frames: ServerFrame[] = [
      { type: 'resync', reason: 'requested' },
      ...bootstrap(10, [
        ticket({ id: 1, unreadMessages: 2 }),
        ticket({ id: 2, unreadMessages: 1, lastMessageAt: at(1) }),
        ticket({ id: 3, unreadMessages: 0, lastMessageAt: at(2) }),
        ticket({ id: 4, unreadMessages: 1, lastMessageAt: at(3), status: 'closed' }),
      ]),
    ];
    line.say(...frames.slice(0, -1));
    line.end(1006);
    // It begins once more, over rows that have come already.
    (await connected()).say(welcome(), ...frames, upToDate());
    expect(told).toEqual([[2]]);
  });

  test('short-lived news pass through', async () => {
    const { live, sync } = createHarness();
    const told: unknown[] = [];
    sync.on('ephemeral', (news) => told.push(news));
    const line = await live();
    const news = { topic: 'typing' as const, data: { ticketId: 1, userId: null, state: 'composing' } };
    line.say({ type: 'eph', ...news }, { type: 'eph', topic: 'from the future', data: { ticketId: 1 } });
    expect(told).toEqual([news]);
  });

  test('what the agent looks at is told, repeated as long as it lasts, and told anew to the next line', async () => {
    const { live, sync, clock, peer } = createHarness();
    const line = await live();
    const told = () =>
      peer
        .line()
        .all('presence')
        .map(({ viewing, typing }) => [viewing, typing]);
    sync.setPresence({ viewing: 1, typing: null });
    sync.setPresence({ viewing: 1, typing: null });
    expect(told()).toEqual([[1, null]]);
    sync.setPresence({ viewing: 1, typing: 'composing' });
    await pass(clock, line, 2 * TYPING_REPEAT_MS);
    expect(told()).toEqual([[1, null], ...Array.from({ length: 3 }, () => [1, 'composing'])]);
    sync.setPresence({ viewing: null, typing: null });
    await pass(clock, line, 2 * TYPING_REPEAT_MS);
    expect(told().at(-1)).toEqual([null, null]);
    expect(line.all('presence')).toHaveLength(5);
  });

  test('a ticket that comes to the agent brings its history, one ticket after the other', async () => {
    const { live, store } = createHarness();
    const line = await live();
    expect(line.all('fetch').map(({ what }) => what)).toEqual(['messages']);
    const answer = (reqId: number, n: number) => ({
      type: 'page' as const,
      reqId,
      sets: [{ entity: 'message' as const, rows: [message(n, { ticketId: n })] }],
      hasMore: false,
    });
    line.say(batch(10, 11, { puts: [{ entity: 'ticket', rows: [ticket({ id: 2 })] }] }));
    expect(line.all('fetch')).toHaveLength(1);
    line.say(answer(1, 1));
    await settled();
    expect(line.all('fetch')).toMatchObject([{ ticketId: 1 }, { ticketId: 2, before: null, limit: 30 }]);
    line.say(answer(2, 2));
    expect(store.messages.page({ ticketId: 2, before: null, limit: 5 })).toMatchObject({
      missing: null,
      hasMore: false,
      messages: [{ id: uuid(2) }],
    });
  });
});
