import { CLOSE, RESYNC_REASONS, type ServerFrame } from '@balcao/shared/sync/frames.ts';
import { PROTOCOL, STORE_SCHEMA } from '@balcao/shared/sync/protocol.ts';
import Sqlite, { type Database } from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { batch, EPOCH, message, ticket } from '../store/testing/rows.ts';
import { open, seeded, tempDir } from '../store/testing/temp-store.ts';
import { createHarness } from './testing/harness.ts';
import { settled } from './testing/manual-clock.ts';
import { bootstrap, upToDate, welcome } from './testing/peer.ts';

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
      // The same happens in the middle of a connection.
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

test('what only a newer server knows is left out, and the line goes on', async () => {
  const { connected, store, phase } = createHarness();
  const later = { entity: 'novelty', rows: [{ id: 1, colour: 'blue' }] };
  const [begin, ...rest] = bootstrap();
  const end = { ...(rest.at(-1) as object), counts: { ticket: 1, novelty: 1 } };
  const line = await connected();
  const sayAnything = (...frames: unknown[]) => {
    for (const frame of frames) line.sayText(JSON.stringify(frame));
  };
  line.say(welcome());
  sayAnything(begin, { type: 'bootstrap.rows', gen: 5, set: later }, ...rest.slice(0, -1), end, upToDate());
  expect(phase()).toBe('live');
  sayAnything(
    {
      ...batch(10, 11, { puts: [{ entity: 'ticket', rows: [ticket({ id: 7 })] }] }),
      evicts: [{ entity: 'novelty', ids: ['1'] }],
      deletes: [{ entity: 'novelty', ids: ['2'] }],
    },
    { ...batch(11, 12), puts: [later] },
    { type: 'error', code: 'ERR_OF_A_LATER_VERSION', retryable: true },
  );
  expect([phase(), store.tickets.byId(7)?.id, line.last('ack').seq]).toEqual(['live', 7, 12]);
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
