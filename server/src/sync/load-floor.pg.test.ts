import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { SYNC_PATH } from '@balcao/shared/sync/frames.ts';
import { PROTOCOL, STORE_SCHEMA } from '@balcao/shared/sync/protocol.ts';
import { expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { startApi } from '../../test/api.ts';
import { createUser } from '../../test/fixtures.ts';
import { addMessage, addTicket } from './testing/data.ts';
import { openSyncApi, type SyncApi } from './testing/sync-api.ts';

/** `pnpm bench` measures more; here it counts that each hears each message once, and none falls behind. */
const CONSOLES = 40;
const PER_AGENT = 5;
const PER_SECOND = 20;
const SECONDS = 2;
/** What half a second is worth at this rate: counted in messages, so that a slow machine is slow with both. */
const BEHIND = PER_SECOND / 2;

/** Notes what comes when, and confirms it; with server and consoles in one process nothing more may cost time. */
interface TestListener {
  /** Number of the message → when it came, in ms. */
  heard: Map<number, number>;
  /** For each message that came, how many younger ones were committed already. */
  behind: number[];
  twice: number[];
  ws: WebSocket;
  upToDate: Promise<void>;
}

function openListener(url: string, token?: string, newest = () => 0): TestListener {
  const ws = new WebSocket(url);
  const { promise: upToDate, resolve } = Promise.withResolvers<void>();
  const listener: TestListener = { heard: new Map(), behind: [], twice: [], ws, upToDate };
  const hello = { type: 'hello', protocol: PROTOCOL, clientId: crypto.randomUUID(), schema: STORE_SCHEMA };
  ws.on('open', () => {
    if (!token) return resolve();
    ws.send(JSON.stringify({ ...hello, appVersion: 'test', cursor: null, viewVersion: null, token }));
  });
  ws.on('message', (data: Buffer) => {
    const at = performance.now();
    const text = data.toString();
    for (const [, n] of text.matchAll(/"body":"message (\d+)"/g)) {
      if (listener.heard.has(Number(n))) listener.twice.push(Number(n));
      listener.heard.set(Number(n), at);
      listener.behind.push(Math.max(0, newest() - Number(n)));
    }
    const to = /^\{"type":"batch","from":\d+,"to":(\d+)/.exec(text)?.[1];
    if (to === undefined) return;
    ws.send(`{"type":"ack","seq":${to}}`);
    resolve();
  });
  return listener;
}

/** Publishes at the rate, and says how long each message took to each listener. @param committed fills with when each was */
async function measure(
  listeners: TestListener[],
  publish: (n: number) => Promise<unknown>,
  committed = new Map<number, number>(),
) {
  const began = performance.now();
  const count = PER_SECOND * SECONDS;
  for (let n = 0; n < count; n++) {
    await pause(Math.max(0, began + (n * 1_000) / PER_SECOND - performance.now()));
    publish(n).then(() => committed.set(n, performance.now()));
  }
  await expect
    .poll(() => listeners.filter(({ heard }) => heard.size < count).length, { timeout: 20_000, interval: 20 })
    .toBe(0);
  const times = listeners
    .flatMap(({ heard }) => [...heard].map(([n, at]) => Math.max(0, at - (committed.get(n) ?? 0))))
    .toSorted((a, b) => a - b);
  const share = (part: number) => Math.round(times[Math.floor(times.length * part)] ?? 0);
  return { p50: share(0.5), p95: share(0.95), p99: share(0.99) };
}

/** The same to as many sockets without anything behind them. */
async function floor() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const listeners = Array.from({ length: CONSOLES }, () => openListener(url));
  await Promise.all(listeners.map(({ upToDate }) => upToDate));
  const more = 'x'.repeat(1_200);
  const times = await measure(listeners, async (n) => {
    const frame = JSON.stringify({ body: `message ${n}`, more });
    for (const client of server.clients) client.send(frame);
  });
  for (const { ws } of listeners) ws.terminate();
  server.close();
  return times;
}

async function signInAll(
  server: SyncApi,
  newest: () => number,
): Promise<{ listeners: TestListener[]; publish(n: number): Promise<unknown> }> {
  const company = await server.company('Grande');
  const { companyId, queues } = company;
  const ticket = await addTicket(server.db, company, { queueId: queues.support, name: 'Todos ouvem' });
  const agents = Array.from({ length: CONSOLES / PER_AGENT }, async (_, index) => {
    const { token } = await server.openSession(
      await createUser(server.admin, companyId, `Agente ${index}`, [queues.support]),
    );
    const listeners = Array.from({ length: PER_AGENT }, () =>
      openListener(`${server.url}${SYNC_PATH}`, token, newest),
    );
    await Promise.all(listeners.map(({ upToDate }) => upToDate));
    return listeners;
  });
  return {
    listeners: (await Promise.all(agents)).flat(),
    publish: (n) => addMessage(server.db, company, ticket, `message ${n}`),
  };
}

test('I17: 40 consoles hear 20 messages a second, each once, 95 of 100 within half a second of them', async () => {
  const raw = await floor();
  const server = await openSyncApi(await startApi());
  const committed = new Map<number, number>();
  const { listeners, publish } = await signInAll(server, () => committed.size - 1);
  const times = await measure(listeners, publish, committed);
  process.stdout.write(`I17: ${JSON.stringify(times)} ms, a raw broadcast ${JSON.stringify(raw)} ms\n`);
  expect(listeners.flatMap(({ twice }) => twice)).toEqual([]);
  const behind = listeners.flatMap((listener) => listener.behind).toSorted((a, b) => a - b);
  expect(behind[Math.floor(behind.length * 0.95)]).toBeLessThanOrEqual(BEHIND);
  expect(server.errors()).toEqual([]);
  for (const { ws } of listeners) ws.terminate();
  await server.stop();
}, 90_000);
