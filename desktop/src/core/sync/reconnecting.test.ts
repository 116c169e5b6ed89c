import { AppError } from '@balcao/shared/errors.ts';
import { CLOSE } from '@balcao/shared/sync/frames.ts';
import { describe, expect, test } from 'vitest';
import { instant, START } from '../store/testing/rows.ts';
import { createHarness } from './testing/harness.ts';
import { settled } from './testing/manual-clock.ts';
import { bootstrap, network, pass, upToDate, welcome } from './testing/peer.ts';

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
    await mute.clock.advance(9_000);
    expect([mute.phase(), line.alive()]).toEqual(['backingOff', false]);

    for (const frames of [[welcome()], [welcome(), bootstrap()[0]!]]) {
      const stuck = createHarness();
      const half = await stuck.connected();
      half.say(...frames);
      for (let n = 0; n < 4; n++) {
        await pass(stuck.clock, half, 14_900);
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
        await pass(clock, line, 10_000);
      }
    }
    line.say(upToDate());
    expect(phase()).toBe('live');
  });

  test('N1: pings each 4.5 s, and a line that is silent for 9 s is dead', async () => {
    const { live, clock, sync } = createHarness();
    const line = await live();
    await clock.advance(8_999);
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
    await clock.advance(4_000);
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
