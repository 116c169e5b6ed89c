import { AppError } from '@balcao/shared/errors.ts';
import { FILE_WAITS_MS } from '@balcao/shared/features/media/limits.ts';
import type { MutationResult } from '@balcao/shared/sync/frames.ts';
import { describe, expect, test } from 'vitest';
import { uuid } from '../store/testing/rows.ts';
import { tempDir } from '../store/testing/temp-store.ts';
import { createHarness, type Harness } from './testing/harness.ts';
import { settled } from './testing/manual-clock.ts';
import { bootstrap, type PeerLine, pass, upToDate, welcome } from './testing/peer.ts';

const send = ({ sync }: Harness, n: number, mediaId: string | null = null) =>
  sync.enqueue('message.send', { id: uuid(n), ticketId: 1, body: `answer ${n}`, mediaId, quotedMsgId: null });

/** What the server has heard, as [number, message] in the order in which it came. */
const pushed = (line: PeerLine) =>
  line
    .all('push')
    .flatMap(({ mutations }) => mutations)
    .map(({ seq, args }) => [seq, 'id' in args ? Number.parseInt(args.id.slice(-4), 16) : null]);

const confirm = (line: PeerLine, acked: number, results: MutationResult[] = []) =>
  line.say(upToDate(10, { mutations: { acked, results } }));

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('pushing', () => {
  test('S4: what was queued without a connection goes out in its order, 16 under way at most', async () => {
    const h = createHarness();
    await h.live().then((line) => line.end(1006));
    for (const n of numbers(1, 20)) send(h, n);
    expect(h.sync.status().queued).toBe(20);
    const line = await h.connected();
    expect(pushed(line)).toEqual([]);
    line.say(welcome());
    expect(pushed(line)).toEqual(numbers(1, 16).map((n) => [n, n]));
    confirm(line, 3);
    expect(pushed(line).slice(16)).toEqual(numbers(17, 19).map((n) => [n, n]));
    confirm(line, 19);
    confirm(line, 20);
    expect([pushed(line).length, h.sync.status().queued]).toEqual([20, 0]);
  });

  test('what was not confirmed is sent again with its number, over another line and after a restart', async () => {
    const dir = tempDir();
    const h = createHarness({}, { dir });
    const line = await h.live();
    send(h, 1);
    send(h, 2);
    confirm(line, 1);
    line.end(1006);
    send(h, 3);
    const second = await h.connected();
    second.say(welcome({ lastMutationSeq: 2 }));
    expect(pushed(second)).toEqual([
      [2, 2],
      [3, 3],
    ]);
    h.sync.stop();
    h.store.close();
    const again = createHarness({}, { dir });
    const third = await again.connected();
    third.say(welcome({ lastMutationSeq: 2 }));
    expect(pushed(third)).toEqual(pushed(second));
  });

  test('the status says that an answer is long in coming, until it comes or the line breaks', async () => {
    const h = createHarness();
    const line = await h.live();
    const unanswered = () => h.sync.status().unanswered;
    send(h, 1);
    await h.clock.advance(2_000);
    send(h, 2);
    await h.clock.advance(999);
    expect(unanswered()).toBe(false);
    await h.clock.advance(1);
    expect([unanswered(), h.statuses.at(-1)?.unanswered]).toEqual([true, true]);
    confirm(line, 1);
    expect(unanswered()).toBe(false);
    await h.clock.advance(2_000);
    expect(unanswered()).toBe(true);
    line.end(1006);
    expect(h.statuses.at(-1)?.unanswered).toBe(false);
  });

  test('what was sent before the rows come anew is not sent once more over the same line', async () => {
    const h = createHarness();
    const line = await h.live();
    send(h, 1);
    line.say({ type: 'resync', reason: 'view_changed' }, ...bootstrap(50), upToDate(50));
    send(h, 2);
    expect(pushed(line)).toEqual([
      [1, 1],
      [2, 2],
    ]);
    line.end(1006);
    const next = await h.connected();
    next.say(welcome());
    expect(pushed(next)).toEqual(pushed(line));
  });

  test('I7: a command that the server could not run now is sent again with those behind it, after the pause', async () => {
    const h = createHarness();
    const line = await h.live();
    for (const n of numbers(1, 3)) send(h, n);
    line.say({
      type: 'error',
      code: 'ERR_UNAVAILABLE',
      retryable: true,
      retryAfterMs: 2_000,
      mutationSeq: 2,
    });
    confirm(line, 1);
    send(h, 4);
    await h.clock.advance(1_999);
    expect(pushed(line)).toHaveLength(3);
    await h.clock.advance(1);
    expect(pushed(line).slice(3)).toEqual([
      [2, 2],
      [3, 3],
      [4, 4],
    ]);
  });

  test('I7: a failure that is told late has taken what was sent again meanwhile along', async () => {
    const h = createHarness();
    const line = await h.live();
    const fail = (mutationSeq: number) =>
      line.say({ type: 'error', code: 'ERR_UNAVAILABLE', retryable: true, retryAfterMs: 1_000, mutationSeq });
    for (const n of numbers(1, 2)) send(h, n);
    fail(1);
    await h.clock.advance(1_000);
    // The answer to its first journey, which took longer than the pause.
    fail(2);
    await h.clock.advance(1_000);
    expect(pushed(line)).toEqual([
      [1, 1],
      [2, 2],
      [1, 1],
      [2, 2],
      [1, 1],
      [2, 2],
    ]);
  });

  test('I7: a refused command does not hold up those behind it, and a refused message can be sent again', async () => {
    const h = createHarness();
    const rejected: unknown[] = [];
    h.sync.on('rejected', (rejection) => rejected.push(rejection));
    const line = await h.live();
    for (const n of numbers(1, 2)) send(h, n);
    confirm(line, 2, [
      { seq: 1, status: 'rejected', code: 'ERR_TICKET_CLOSED' },
      { seq: 2, status: 'applied' },
    ]);
    expect(rejected).toEqual([{ name: 'message.send', ticketId: 1, code: 'ERR_TICKET_CLOSED', params: {} }]);
    h.sync.retryMessage(uuid(1));
    expect(pushed(line).at(-1)).toEqual([3, 1]);
    confirm(line, 3, [{ seq: 3, status: 'rejected', code: 'ERR_TICKET_CLOSED' }]);
    h.sync.discardMessage(uuid(1));
    expect([h.store.messages.byId(uuid(1)), h.sync.status().queued]).toEqual([null, 0]);
  });

  test('long texts are spread over frames that the server accepts', async () => {
    const h = createHarness();
    const line = await h.live();
    line.end(1006);
    const body = '\u0001'.repeat(60_000);
    for (const n of numbers(1, 4)) {
      h.sync.enqueue('message.send', { id: uuid(n), ticketId: 1, body, mediaId: null, quotedMsgId: null });
    }
    const next = await h.connected();
    next.say(welcome());
    const sizes = next.all('push').map((frame) => JSON.stringify(frame).length);
    expect(sizes.length).toBe(4);
    expect(Math.max(...sizes)).toBeLessThan(1024 * 1024);
  });

  test.each([
    ['forgot this console', 0],
    ['knows commands that this console never sent', 9],
  ])(
    'a server that %s gets a new name and every command again, and is asked for all rows',
    async (_, lastMutationSeq) => {
      const h = createHarness();
      const line = await h.live();
      const before = line.last('hello').clientId;
      for (const n of numbers(1, 3)) send(h, n);
      confirm(line, 1);
      line.end(1006);
      const second = await h.connected();
      second.say(welcome({ lastMutationSeq }));
      expect(pushed(second)).toEqual([]);
      const third = await h.connected();
      expect(third.last('hello').clientId).not.toBe(before);
      // It may have passed our place in the log with other changes than ours.
      expect(third.last('hello').cursor?.epoch).not.toBe(second.last('hello').cursor?.epoch);
      expect(h.store.hasData()).toBe(true);
      third.say(welcome());
      expect(pushed(third)).toEqual([
        [1, 2],
        [2, 3],
      ]);
    },
  );
});

describe('files go up before their message, and hold back what comes after', () => {
  function uploads() {
    const calls: { mediaId: string; done(): void; fail(error: unknown): void }[] = [];
    const upload = (mediaId: string) =>
      new Promise<void>((resolve, reject) => calls.push({ mediaId, done: resolve, fail: reject }));
    return { calls, upload };
  }

  test('in order, and not again once they are there', async () => {
    const { calls, upload } = uploads();
    const h = createHarness({ upload });
    const line = await h.live();
    send(h, 1);
    send(h, 2, uuid(0x77));
    send(h, 3);
    expect(pushed(line)).toEqual([[1, 1]]);
    expect(calls.map(({ mediaId }) => mediaId)).toEqual([uuid(0x77)]);
    calls[0]?.done();
    await settled();
    expect(pushed(line)).toEqual(numbers(1, 3).map((n) => [n, n]));
    line.end(1006);
    (await h.connected()).say(welcome());
    await settled();
    expect(calls).toHaveLength(1);
  });

  test('once more after a night: by then the server gives up what nobody shows, and the number goes with it', async () => {
    const { calls, upload } = uploads();
    const h = createHarness({ upload });
    const line = await h.live();
    send(h, 1, uuid(0x77));
    calls[0]?.done();
    await settled();
    expect(pushed(line)).toEqual([[1, 1]]);
    send(h, 2);
    line.end(1006);
    const serverTime = new Date(Date.parse(welcome().serverTime) + FILE_WAITS_MS).toISOString();
    (await h.connected()).say(welcome({ serverTime, lastMutationSeq: 0 }));
    const next = await h.connected();
    expect(next.last('hello').clientId).not.toBe(line.last('hello').clientId);
    next.say(welcome({ serverTime }));
    await settled();
    expect([calls.map(({ mediaId }) => mediaId), pushed(next)]).toEqual([[uuid(0x77), uuid(0x77)], []]);
    calls[1]?.done();
    await settled();
    expect(pushed(next)).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  test('what has run runs not again with them: how it ended is heard first, under the old name', async () => {
    const { calls, upload } = uploads();
    const h = createHarness({ upload });
    const rejected: unknown[] = [];
    h.sync.on('rejected', ({ name, code }) => rejected.push([name, code]));
    const line = await h.live();
    h.sync.enqueue('ticket.setTags', { ticketId: 1, tagIds: [] });
    send(h, 2);
    send(h, 3, uuid(0x77));
    calls[0]?.done();
    await settled();
    line.end(1006);
    const serverTime = new Date(Date.parse(welcome().serverTime) + FILE_WAITS_MS).toISOString();
    const second = await h.connected();
    expect(second.last('hello').clientId).toBe(line.last('hello').clientId);
    second.say(welcome({ serverTime, lastMutationSeq: 2 }));
    send(h, 4);
    expect([pushed(second), second.alive()]).toEqual([[], true]);
    confirm(second, 2, [
      { seq: 1, status: 'applied' },
      { seq: 2, status: 'rejected', code: 'ERR_TICKET_CLOSED' },
    ]);
    expect([rejected, second.alive()]).toEqual([[['message.send', 'ERR_TICKET_CLOSED']], false]);
    const third = await h.connected();
    expect(third.last('hello').clientId).not.toBe(line.last('hello').clientId);
    third.say(welcome({ serverTime }));
    await settled();
    expect([calls.length, pushed(third)]).toEqual([2, []]);
    calls[1]?.done();
    await settled();
    expect(pushed(third)).toEqual([
      [1, 3],
      [2, 4],
    ]);
  });

  test('a ticket whose file is on its way holds back no other one, and its numbers stay dense', async () => {
    const { calls, upload } = uploads();
    const h = createHarness({ upload });
    const line = await h.live();
    const other = (n: number) => {
      const args = { id: uuid(n), ticketId: 2, body: 'oi', mediaId: null, quotedMsgId: null };
      h.sync.enqueue('message.send', args);
    };
    send(h, 1, uuid(0x77));
    send(h, 2);
    other(3);
    h.sync.enqueue('message.forward', { id: uuid(4), ticketId: 2, ofId: uuid(1) });
    expect(pushed(line)).toEqual([[1, 3]]);
    line.end(1006);
    other(5);
    const second = await h.connected();
    second.say(welcome({ lastMutationSeq: 0 }));
    expect(pushed(second)).toEqual([
      [1, 3],
      [2, 5],
    ]);
    calls[0]?.done();
    await settled();
    expect(pushed(second).slice(2)).toEqual([
      [3, 1],
      [4, 2],
      [5, 4],
    ]);
  });

  test('a failure that may pass is tried again later, one of the session or of the program too', async () => {
    const { calls, upload } = uploads();
    const h = createHarness({ upload });
    const line = await h.live();
    send(h, 1, uuid(0x77));
    for (const code of ['ERR_SERVER_UNREACHABLE', 'ERR_TOKEN_EXPIRED', 'ERR_PROTOCOL_TOO_OLD'] as const) {
      calls.at(-1)?.fail(new AppError(code));
      await pass(h.clock, line, 4_000);
    }
    expect([calls.length, pushed(line).length]).toEqual([4, 0]);
    calls.at(-1)?.done();
    await settled();
    expect(pushed(line)).toEqual([[1, 1]]);
  });

  test('a file that cannot be brought yet lets those of other tickets pass', async () => {
    const { calls, upload } = uploads();
    const h = createHarness({ upload });
    const line = await h.live();
    send(h, 1, uuid(0x77));
    const args = { id: uuid(2), ticketId: 2, body: 'oi', mediaId: uuid(0x78), quotedMsgId: null };
    h.sync.enqueue('message.send', args);
    calls[0]?.fail(new AppError('ERR_UPLOAD_OFFSET'));
    await h.clock.advance(4_000);
    calls[1]?.done();
    await settled();
    expect(pushed(line)).toEqual([[1, 2]]);
    calls[2]?.done();
    await settled();
    expect([calls.map(({ mediaId }) => mediaId), pushed(line).at(-1)]).toEqual([
      [uuid(0x77), uuid(0x78), uuid(0x77)],
      [2, 1],
    ]);
  });

  test.each([
    ['that will not pass', new AppError('ERR_NO_MEDIA_FOUND'), 'ERR_NO_MEDIA_FOUND'],
    ['that nobody foresaw', new Error('bug'), 'ERR_INTERNAL'],
  ])('a failure %s refuses the message here, without a hole', async (_, error, code) => {
    const { calls, upload } = uploads();
    const h = createHarness({ upload });
    const rejected: unknown[] = [];
    h.sync.on('rejected', (rejection) => rejected.push(rejection.code));
    const line = await h.live();
    send(h, 1, uuid(0x77));
    send(h, 2);
    calls[0]?.fail(error);
    await settled();
    expect([rejected, pushed(line)]).toEqual([[code], [[1, 2]]]);
    expect(h.store.messages.byId(uuid(1))).toMatchObject({ delivery: 'failed', errorCode: code });
    h.sync.retryMessage(uuid(1));
    calls[1]?.done();
    await settled();
    expect(pushed(line).at(-1)).toEqual([2, 1]);
  });

  test('an upload that ends after everything was closed touches nothing', async () => {
    const { calls, upload } = uploads();
    const h = createHarness({ upload });
    const line = await h.live();
    send(h, 1, uuid(0x77));
    h.sync.stop();
    h.store.close();
    calls[0]?.done();
    await settled();
    expect([pushed(line), h.clock.waiting()]).toEqual([[], 0]);
  });
});
