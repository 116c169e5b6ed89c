import { AppError } from '@balcao/shared/errors.ts';
import { TYPING_REPEAT_MS } from '@balcao/shared/sync/ephemeral.ts';
import { CLOSE, RESYNC_REASONS, type ServerFrame } from '@balcao/shared/sync/frames.ts';
import { PROTOCOL, STORE_SCHEMA } from '@balcao/shared/sync/protocol.ts';
import Sqlite, { type Database } from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { batch, COLLEAGUE, EPOCH, instant, message, START, ticket, uuid } from '../store/testing/rows.ts';
import { open, seeded, tempDir } from '../store/testing/temp-store.ts';
import type { Clock } from './clock.ts';
import { createHarness, type Harness } from './testing/harness.ts';
import { createManualClock, settled } from './testing/manual-clock.ts';
import { bootstrap, upToDate, welcome } from './testing/peer.ts';

const network = Object.assign(new Error('unreachable'), { code: 'ENETUNREACH' });

describe('from nothing to live', () => {
  test('S2: greets first, with what it has', async () => {
    const { connected, peer, store, sync } = createHarness();
    sync.setInterest([4, 5]);
    const line = await connected();
    expect(peer.line().url).toBe('wss://desk.example.com/base/sync');
    expect(line.heard).toEqual([
      {
        type: 'hello',
        protocol: PROTOCOL,
        schema: STORE_SCHEMA,
        appVersion: '1.2.3',
        clientId: store.outbox.clientId(),
        cursor: null,
        viewVersion: null,
        token: 'token',
        interest: { tickets: [4, 5], contacts: [] },
      },
    ]);
    // What a person opens before the answer comes is not forgotten either.
    sync.setInterest([5]);
    expect(line.last('interest')).toMatchObject({ tickets: [5] });
  });

  test('bootstrap, catch-up, live; the status follows', async () => {
    const { connected, statuses, store } = createHarness();
    const line = await connected();
    line.say(welcome(), ...bootstrap(), batch(10, 12, { more: true }), batch(12, 13));
    expect(statuses.map(({ phase, hasData }) => [phase, hasData])).toEqual([
      ['connecting', false],
      ['catchingUp', false],
      ['bootstrapping', false],
      ['bootstrapping', true],
      ['catchingUp', true],
      ['live', true],
    ]);
    expect(statuses.at(-1)).toEqual({
      phase: 'live',
      layer: null,
      since: null,
      retryAt: null,
      unanswered: false,
      queued: 0,
      failed: 0,
      hasData: true,
      aheadMinutes: 0,
      setAside: null,
      reason: null,
    });
    expect(store.position().cursor).toEqual({ epoch: EPOCH, seq: 13 });
  });

  test('S3: a batch is acknowledged after it is committed, and not at all when it cannot be', async () => {
    const { live, store, phase } = createHarness();
    const line = await live();
    const order: unknown[] = [];
    store.on('changed', () => order.push(line.all('ack').length));
    line.say(batch(10, 11, { puts: [{ entity: 'ticket', rows: [ticket()] }] }));
    expect([order, line.last('ack').seq]).toEqual([[2], 11]);
    line.say(batch(12, 13));
    expect([line.last('ack').seq, phase()]).toEqual([11, 'backingOff']);
  });

  test.each(RESYNC_REASONS)(
    'I9: resync because of %s ends in the rows of the server, once',
    async (reason) => {
      const dir = tempDir();
      seeded(open(dir), [{ entity: 'ticket', rows: [ticket(), ticket({ id: 2 })] }]).close();
      const { connected, store, phase } = createHarness({}, { dir });
      const all: boolean[] = [];
      store.on('changed', (change) => all.push(change.all));
      const line = await connected();
      expect(line.last('hello')).toMatchObject({ cursor: { epoch: EPOCH, seq: 10 }, viewVersion: 1 });
      line.say(welcome(), { type: 'resync', reason }, ...bootstrap(50, [ticket({ id: 3 })]), upToDate(50));
      expect([store.tickets.byId(1), store.tickets.byId(3)?.id, store.position().cursor?.seq]).toEqual([
        null,
        3,
        50,
      ]);
      expect([phase(), all.filter(Boolean).length]).toEqual(['live', 1]);
      // In the middle of a connection too.
      line.say({ type: 'resync', reason });
      expect(phase()).toBe('bootstrapping');
      line.say(...bootstrap(60, [ticket({ id: 4 })]), upToDate(60));
      expect([store.tickets.byId(3), store.tickets.byId(4)?.id, phase()]).toEqual([null, 4, 'live']);
    },
  );

  const outOfTurn: [string, ServerFrame[]][] = [
    ['a second welcome', [welcome()]],
    ['rows of no bootstrap', [bootstrap()[1]!]],
    ['the end of no bootstrap', [bootstrap()[4]!]],
    ['a batch in a bootstrap', [bootstrap()[0]!, upToDate()]],
  ];
  test.each(outOfTurn)('%s ends the line, and the next one starts from what is stored', async (_, frames) => {
    const { live, connected, phase } = createHarness();
    const line = await live();
    line.say(...frames);
    expect([phase(), line.alive()]).toEqual(['backingOff', false]);
    expect((await connected()).last('hello').cursor).toEqual({ epoch: EPOCH, seq: 10 });
  });

  test.each([['not JSON'], ['{"type":"shutdown"}'], ['{"type":"batch"}'], [null]])(
    'what is no frame ends the line: %s',
    async (text) => {
      const { live, phase } = createHarness();
      const line = await live();
      line.sayText(text);
      expect([phase(), line.closedBy]).toEqual(['backingOff', CLOSE.protocolError]);
    },
  );
});

describe('reconnecting', () => {
  test('full jitter from half a second to half a minute; five seconds of calm begin anew', async () => {
    const { live, sync, clock, peer, statuses } = createHarness();
    const pauses: number[] = [];
    const wait = () => Date.parse(sync.status().retryAt ?? '') - clock.now();
    const line = await live();
    line.end(1006);
    for (let attempt = 0; attempt < 8; attempt++) {
      pauses.push(wait());
      await clock.advance(wait());
      peer.line().end(1006, network);
    }
    expect(pauses).toEqual([750, 1250, 2250, 4250, 8250, 15250, 15250, 15250]);
    expect(statuses.at(-1)).toMatchObject({ phase: 'backingOff', layer: 'network' });

    sync.retryNow();
    await settled();
    peer.line().open();
    peer.line().say(welcome(), upToDate());
    const calm = async (ms: number) => {
      for (let left = ms; left > 0; left -= 10_000) {
        await clock.advance(Math.min(left, 10_000));
        peer.line().say({ type: 'pong', t: 0 });
      }
    };
    await calm(4_999);
    peer.line().end(1006);
    expect(wait()).toBe(15250);
    // From here on a break may follow the other.
    for (let breaks = 0; breaks < 3; breaks++) {
      await clock.advance(wait());
      peer.line().open();
      peer.line().say(welcome(), upToDate());
      await calm(5_000);
      peer.line().end(1006);
      expect(wait()).toBe(750);
    }
  });

  test('N3: a line that flaps gets ever longer pauses, also when it catches up each time', async () => {
    const { live, sync, clock, peer } = createHarness();
    const wait = () => Date.parse(sync.status().retryAt ?? '') - clock.now();
    const pauses: number[] = [];
    await live();
    for (let flaps = 0; flaps < 6; flaps++) {
      await clock.advance(3_000);
      expect(sync.status().phase).toBe('live');
      peer.line().end(1006);
      pauses.push(wait());
      await clock.advance(wait());
      peer.line().open();
      peer.line().say(welcome(), upToDate());
    }
    expect(pauses).toEqual([750, 1250, 2250, 4250, 8250, 15250]);
  });

  test('down since the server was last heard, over all attempts, until it has welcomed again', async () => {
    const { live, sync, clock, peer } = createHarness();
    const since = () => Date.parse(sync.status().since ?? '') - START;
    const line = await live();
    await clock.advance(4_000);
    line.say({ type: 'pong', t: 0 });
    await clock.advance(1_000);
    line.end(1006);
    for (let attempt = 0; attempt < 3; attempt++) {
      expect([sync.status().layer, since()]).toEqual([attempt === 0 ? 'server' : 'network', 4_000]);
      await clock.advance(20_000);
      peer.line().end(1006, network);
    }
    await clock.advance(20_000);
    peer.line().open();
    expect(since()).toBe(4_000);
    peer.line().say(welcome());
    expect(sync.status().since).toBeNull();
  });

  test('an attempt that leads nowhere is blamed on what it did not reach', async () => {
    const { sync, peer, clock } = createHarness();
    sync.start();
    await clock.advance(20_000);
    expect(sync.status()).toMatchObject({ phase: 'backingOff', layer: 'network', since: instant(20) });
    await clock.advance(2_000);
    peer.line().locate();
    await clock.advance(20_000);
    expect(sync.status()).toMatchObject({ layer: 'server', since: instant(20) });
  });

  test('a server that goes away says when to come back', async () => {
    const { live, sync, clock } = createHarness();
    const line = await live();
    line.say({ type: 'bye', code: 'ERR_UNAVAILABLE', reconnectAfterMs: 8_000 });
    expect(sync.status()).toMatchObject({ phase: 'backingOff', layer: 'server' });
    expect(Date.parse(sync.status().retryAt ?? '') - clock.now()).toBe(8_250);
    expect(line.alive()).toBe(false);
  });

  const codes: [string, number, object][] = [
    ['taken over', CLOSE.takenOver, { phase: 'stopped', layer: 'session', reason: 'ERR_SESSION_TAKEN_OVER' }],
    ['too old', CLOSE.protocolTooOld, { phase: 'stopped', layer: 'session', reason: 'ERR_PROTOCOL_TOO_OLD' }],
    [
      'company blocked',
      CLOSE.companyBlocked,
      { phase: 'stopped', layer: 'session', reason: 'ERR_SUBSCRIPTION_EXPIRED' },
    ],
    ['too slow', CLOSE.tooSlow, { phase: 'backingOff', layer: 'server', reason: null }],
    ['too many', CLOSE.tooManyConnections, { phase: 'backingOff', layer: 'server', reason: null }],
    ['going away', CLOSE.goingAway, { phase: 'backingOff', layer: 'server', reason: null }],
    ['protocol error', CLOSE.protocolError, { phase: 'backingOff', layer: 'server', reason: null }],
    ['broken', 1006, { phase: 'backingOff', layer: 'server', reason: null }],
  ];
  test.each(codes)('close code: %s', async (_, code, expected) => {
    const { live, sync, clock, peer } = createHarness();
    (await live()).end(code);
    expect(sync.status()).toMatchObject(expected);
    const before = peer.lines.length;
    await clock.advance(120_000);
    // S6: a stopped console does not come back by itself.
    expect(peer.lines.length > before).toBe(sync.status().phase !== 'stopped');
  });

  test('a refused token is renewed once; refused again, the session is over until a person acts', async () => {
    const asked: (string | null)[] = [];
    const token = async (refused: string | null) => `token ${asked.push(refused)}`;
    const { live, peer, sync, phase } = createHarness({ token });
    (await live()).end(CLOSE.tokenInvalid);
    await settled();
    expect(phase()).toBe('connecting');
    peer.line().open();
    expect(peer.line().last('hello').token).toBe('token 2');
    peer.line().end(CLOSE.tokenInvalid);
    expect(sync.status()).toMatchObject({ phase: 'stopped', reason: 'ERR_SESSION_EXPIRED' });
    expect(asked).toEqual([null, 'token 1']);
    sync.retryNow();
    await settled();
    expect(asked).toEqual([null, 'token 1', null]);
  });

  test('the token is renewed in time over the same line', async () => {
    const asked: (string | null)[] = [];
    const { live } = createHarness({ token: async (refused) => `token ${asked.push(refused)}` });
    const line = await live();
    line.say({ type: 'auth.expiring', inMs: 60_000 });
    await settled();
    expect([asked, line.last('auth').token]).toEqual([[null, 'token 1'], 'token 2']);
  });

  test.each([
    ['ERR_SESSION_EXPIRED', { phase: 'stopped', layer: 'session', reason: 'ERR_SESSION_EXPIRED' }],
    ['ERR_OFFLINE', { phase: 'backingOff', layer: 'network', reason: null }],
    ['ERR_SERVER_UNREACHABLE', { phase: 'backingOff', layer: 'server', reason: null }],
  ] as const)('no token to be had: %s', async (code, expected) => {
    const { sync, peer } = createHarness({ token: async () => Promise.reject(new AppError(code)) });
    sync.start();
    await settled();
    expect(sync.status()).toMatchObject(expected);
    expect(peer.lines).toEqual([]);
  });

  test('S5: nothing that is waited for lasts for ever', async () => {
    const never = createHarness({ token: () => new Promise(() => {}) });
    never.sync.start();
    await never.clock.advance(20_000);
    expect(never.phase()).toBe('backingOff');

    const mute = createHarness();
    const line = await mute.connected();
    await mute.clock.advance(10_000);
    expect([mute.phase(), line.alive()]).toEqual(['backingOff', false]);

    for (const frames of [[welcome()], [welcome(), bootstrap()[0]!]]) {
      const stuck = createHarness();
      const half = await stuck.connected();
      half.say(...frames);
      for (let n = 0; n < 4; n++) {
        await stuck.clock.advance(14_900);
        half.say({ type: 'pong', t: 0 });
      }
      expect(half.alive()).toBe(true);
      await stuck.clock.advance(500);
      expect(stuck.phase()).toBe('backingOff');
    }
  });

  test('S5: a bootstrap may last as long as it likes while rows come', async () => {
    const { connected, clock, phase } = createHarness();
    const line = await connected();
    const frames = bootstrap();
    line.say(welcome());
    for (const frame of frames) {
      line.say(frame);
      for (let n = 0; n < 3; n++) {
        await clock.advance(10_000);
        line.say({ type: 'pong', t: 0 });
      }
    }
    line.say(upToDate());
    expect(phase()).toBe('live');
  });

  test('N1: pings each 9 s, and a line that is silent for 18 s is dead', async () => {
    const { live, clock, sync } = createHarness();
    const line = await live();
    await clock.advance(17_999);
    expect([line.all('ping').length, sync.status().phase]).toEqual([1, 'live']);
    await clock.advance(1);
    expect(sync.status()).toMatchObject({ phase: 'backingOff', layer: 'server', since: instant(0) });
    expect(line.alive()).toBe(false);
  });

  test('a hint of the system: a pause ends at once, a line is asked whether it lives', async () => {
    const { live, clock, sync, peer, phase } = createHarness();
    const line = await live();
    sync.wake();
    line.say({ type: 'pong', t: 0 });
    await clock.advance(6_000);
    expect([phase(), line.all('ping').length]).toEqual(['live', 1]);
    sync.wake();
    await clock.advance(5_000);
    expect(phase()).toBe('backingOff');
    sync.wake();
    await settled();
    expect([phase(), peer.lines.length]).toEqual(['connecting', 2]);
  });

  test('a hint of the system: however long the break was, the pauses begin anew, and nothing stale is waited for', async () => {
    const { live, sync, clock, peer, phase } = createHarness();
    const wait = () => Date.parse(sync.status().retryAt ?? '') - clock.now();
    (await live()).end(1006);
    for (let attempt = 0; attempt < 8; attempt++) {
      await clock.advance(wait());
      peer.line().end(1006, network);
    }
    expect(wait()).toBe(15250);
    sync.wake();
    await settled();
    expect(phase()).toBe('connecting');
    peer.line().end(1006, network);
    expect(wait()).toBe(750);

    // An attempt of before the network came: a fresh one is left alone.
    await clock.advance(wait());
    const made = peer.lines.length;
    sync.wake();
    await settled();
    expect(peer.lines.length).toBe(made);
    await clock.advance(5_001);
    sync.wake();
    await settled();
    expect([phase(), peer.lines.length]).toEqual(['connecting', made + 1]);
  });

  test('S6: no hint of the system takes up a session that the server has ended', async () => {
    const { live, sync, phase } = createHarness();
    (await live()).end(CLOSE.takenOver);
    sync.wake();
    expect(phase()).toBe('stopped');
  });

  test('after stop nothing is left: no line, no timer, no answer', async () => {
    const { live, clock, sync, phase } = createHarness();
    const line = await live();
    const page = sync.fetchMessages(1, null, 5);
    sync.stop();
    await expect(page).rejects.toThrow('ERR_OFFLINE');
    expect([phase(), line.alive(), clock.waiting()]).toEqual(['offline', false, 0]);
  });
});

describe('the disk', () => {
  test('a full one ends the line with its name, and everything comes when there is space again', async () => {
    let db: Database | undefined;
    const spy = (path: string) => {
      const opened = new Sqlite(path);
      if (path.endsWith('cache.db')) db = opened;
      return opened;
    };
    const { live, store, sync } = createHarness({}, { open: spy });
    const line = await live();
    db?.pragma('max_page_count = 1');
    const rows = Array.from({ length: 200 }, (_, n) => message(n + 1, { body: 'x'.repeat(400) }));
    const large = batch(10, 11, { puts: [{ entity: 'message', rows }] });
    line.say(large);
    expect(sync.status()).toMatchObject({ phase: 'backingOff', layer: null, reason: 'ERR_DISK_FULL' });
    db?.pragma('max_page_count = 1000000');
    (await live()).say(large);
    expect([sync.status().phase, sync.status().reason, store.position().cursor?.seq]).toEqual([
      'live',
      null,
      11,
    ]);
  });

  test('a damaged cache makes the client start from nothing, with its commands', async () => {
    let db: Database | undefined;
    const spy = (path: string) => {
      const opened = new Sqlite(path);
      if (path.endsWith('cache.db')) db = opened;
      return opened;
    };
    const { live, connected, sync, store } = createHarness({}, { open: spy });
    await live();
    sync.enqueue('ticket.close', { ticketId: 1 });
    db?.exec("update user set row = '{'");
    expect(store.all('user')).toEqual([]);
    expect(sync.status()).toMatchObject({ phase: 'backingOff', hasData: false, queued: 1 });
    const line = await connected();
    expect(line.last('hello').cursor).toBeNull();
    line.say(welcome(), ...bootstrap(), upToDate());
    expect([store.tickets.byId(1)?.status, line.last('push').mutations.length]).toEqual(['closed', 1]);
  });
});

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
    await clock.advance(2 * TYPING_REPEAT_MS);
    expect(told()).toEqual([[1, null], ...Array.from({ length: 3 }, () => [1, 'composing'])]);
    sync.setPresence({ viewing: null, typing: null });
    await clock.advance(2 * TYPING_REPEAT_MS);
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
    await clock.advance(15_000);
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

test('S1: whatever happens in whatever order, one line at most, none when there should be none, and it recovers', async () => {
  type Act = (h: ReturnType<typeof createHarness>) => unknown;
  const say =
    (...frames: ServerFrame[]): Act =>
    ({ peer }) =>
      peer.line().alive() && peer.line().heard.length > 0 && peer.line().say(...frames);
  const acts: Record<string, Act> = {
    open: ({ peer }) => peer.line().alive() && peer.line().heard.length === 0 && peer.line().open(),
    welcome: say(welcome()),
    bootstrap: say(...bootstrap()),
    begin: say(bootstrap()[0]!),
    batch: say(upToDate()),
    resync: say({ type: 'resync', reason: 'requested' }),
    bye: say({ type: 'bye', code: 'ERR_UNAVAILABLE', reconnectAfterMs: 100 }),
    expiring: say({ type: 'auth.expiring', inMs: 1 }),
    noise: ({ peer }) => peer.line().alive() && peer.line().sayText('?'),
    broken: ({ peer }) => peer.line().alive() && peer.line().end(1006),
    refused: ({ peer }) => peer.line().alive() && peer.line().end(CLOSE.tokenInvalid),
    taken: ({ peer }) => peer.line().alive() && peer.line().end(CLOSE.takenOver),
    retry: ({ sync }) => sync.retryNow(),
    start: ({ sync }) => sync.start(),
    wake: ({ sync }) => sync.wake(),
    send: ({ sync }) => sync.enqueue('ticket.close', { ticketId: 1 }),
    second: ({ clock }) => clock.advance(1_000),
    minute: ({ clock }) => clock.advance(60_000),
  };
  const script = fc.array(fc.constantFrom(...Object.keys(acts)), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(script, async (names) => {
      const h = createHarness();
      h.sync.start();
      await settled();
      for (const name of names) {
        await acts[name]?.(h);
        await settled();
        const alive = h.peer.lines.filter((line) => line.alive()).length;
        const connected = !['offline', 'backingOff', 'stopped'].includes(h.phase());
        expect(alive).toBeLessThanOrEqual(connected ? 1 : 0);
        for (const line of h.peer.lines) if (line.heard[0]) expect(line.heard[0].type).toBe('hello');
      }
      if (h.peer.line().alive()) h.peer.line().end(1006);
      if (h.phase() === 'stopped') h.sync.retryNow();
      const fresh = () => h.peer.line().alive() && h.peer.line().heard.length === 0;
      for (let waited = 0; !fresh() && waited < 31_000; waited += 500) await h.clock.advance(500);
      h.peer.line().open();
      h.peer.line().say(welcome());
      if (!h.store.hasData()) h.peer.line().say(...bootstrap());
      h.peer.line().say(upToDate());
      expect(h.phase()).toBe('live');
      h.sync.stop();
      h.store.close();
    }),
    { numRuns: 40 },
  );
});

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

  // And a pause: the network may be another one.
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
