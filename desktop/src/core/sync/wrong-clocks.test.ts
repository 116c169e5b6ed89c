import { expect, test } from 'vitest';
import { instant, START, uuid } from '../store/testing/rows.ts';
import { tempDir } from '../store/testing/temp-store.ts';
import type { Clock } from './clock.ts';
import { createHarness, type Harness } from './testing/harness.ts';
import { createManualClock } from './testing/manual-clock.ts';
import { bootstrap, network, upToDate, welcome } from './testing/peer.ts';

test('a wrong clock of this computer does not shift when an agent has acted', async () => {
  const { connected, sync, store } = createHarness();
  const line = await connected();
  line.say(welcome({ serverTime: instant(500) }), ...bootstrap(), upToDate());
  const args = (n: number) => ({ id: uuid(n), ticketId: 1, body: 'oi', mediaId: null, quotedMsgId: null });
  sync.enqueue('message.send', args(2));
  sync.enqueue('message.send', args(1));
  expect([store.messages.byId(uuid(2))?.createdAt, store.messages.byId(uuid(1))?.createdAt]).toEqual([
    instant(500),
    new Date(START + 500_001).toISOString(),
  ]);
});

test('without a network it is the time that the server had last, also when somebody has set the clock back since', async () => {
  const dir = tempDir();
  const first = createHarness({}, { dir });
  const line = await first.connected();
  line.say(welcome({ serverTime: instant(86_400) }), ...bootstrap(), upToDate());
  expect(first.sync.status().aheadMinutes).toBe(24 * 60);
  first.sync.stop();
  first.store.close();

  const acted = (id: string, clock: Clock) => {
    const { sync, store } = createHarness({ clock }, { dir });
    sync.enqueue('message.send', { id, ticketId: 1, body: 'oi', mediaId: null, quotedMsgId: null });
    store.close();
  };
  const right = createManualClock();
  acted(uuid(1), right);
  acted(uuid(2), { ...right, now: () => START - 86_400_000 });
  const { store } = createHarness({}, { dir });
  expect(store.commands.list(9).map(({ at }) => at)).toEqual([instant(86_400), instant(86_400)]);
  const { messages } = store.messages.page({ ticketId: 1, before: null, limit: 9 });
  expect(messages.slice(-2).map(({ id }) => id)).toEqual([uuid(1), uuid(2)]);
});

test('a clock that is set while there is no network changes neither the times nor the order of what was done', async () => {
  const dir = tempDir();
  const clock = createManualClock();
  const day = 86_400_000;
  let skew = 0;
  const first = createHarness({ clock: { ...clock, now: () => clock.now() + skew } }, { dir });
  (await first.live()).end(1006);
  const acted: string[] = [];
  const act = async (h: Harness, n: number) => {
    h.sync.enqueue('message.send', {
      id: uuid(n),
      ticketId: 1,
      body: `${n}`,
      mediaId: null,
      quotedMsgId: null,
    });
    acted.push(uuid(n));
    await clock.advance(1_000);
  };
  // Wrong by a day, then by more, then right again.
  for (const [n, wrong] of [0, day, -day, 2 * day, 0].entries()) {
    skew = wrong;
    await act(first, 70 + n);
    expect(first.sync.status().aheadMinutes).toBe(wrong === 0 ? 0 : -wrong / 60_000);
  }
  first.sync.stop();
  first.store.close();
  // Set right between two runs, after a night that began with a wrong one.
  const second = createHarness({ clock }, { dir });
  await act(second, 80);
  const { messages } = second.store.messages.page({ ticketId: 1, before: null, limit: 50 });
  const mine = messages.filter(({ id }) => acted.includes(id));
  expect(mine.map(({ id }) => id)).toEqual(acted);
  for (const { createdAt } of mine) expect(Math.abs(Date.parse(createdAt) - START)).toBeLessThan(60_000);
  expect(second.store.commands.list(9).map(({ at }) => at)).toEqual(mine.map(({ createdAt }) => createdAt));
});

test('a clock that jumps, as after a sleep, ends the line: the next one says what time it is', async () => {
  const clock = createManualClock();
  let skew = 0;
  const h = createHarness({ clock: { ...clock, now: () => clock.now() + skew } });
  await h.live();
  skew = -86_400_000;
  await clock.advance(5_000);
  expect(h.phase()).toBe('connecting');
  h.peer.line().open();
  h.peer.line().say(welcome({ serverTime: instant(5) }), upToDate());
  expect([h.peer.lines.length, h.phase(), h.sync.status().aheadMinutes]).toEqual([2, 'live', 24 * 60]);

  // A pause follows: the network may be another one.
  h.peer.line().end(1006);
  for (let attempt = 0; attempt < 8; attempt++) {
    await clock.advance(Date.parse(h.sync.status().retryAt ?? '') - clock.now() - skew);
    h.peer.line().end(1006, network);
  }
  const made = h.peer.lines.length;
  skew += 3_600_000;
  await clock.advance(5_000);
  expect([h.phase(), h.peer.lines.length]).toEqual(['connecting', made + 1]);
});
