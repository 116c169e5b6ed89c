import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { CLOSE } from '@balcao/shared/sync/frames.ts';
import { afterEach, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { message } from '../store/testing/rows.ts';
import { open, silentLog, tempDir } from '../store/testing/temp-store.ts';
import { layerOf } from './socket.ts';
import { createSyncClient, type SyncClient } from './sync-client.ts';
import { bootstrap, upToDate, welcome } from './testing/peer.ts';

let server: WebSocketServer | undefined;
let sync: SyncClient | undefined;
afterEach(() => {
  sync?.stop();
  server?.close();
});

function start(port: number): SyncClient {
  const store = open(tempDir());
  sync = createSyncClient({
    store,
    serverUrl: `http://127.0.0.1:${port}`,
    appVersion: '1',
    token: async () => 'token',
    upload: async () => {},
    log: silentLog,
  });
  return sync;
}

const phase = (client: SyncClient, wanted: string) =>
  new Promise<void>((resolve) => {
    const end = client.on('status', (status) => {
      if (status.phase !== wanted) return;
      end();
      resolve();
    });
  });

test('over a real websocket: greets, follows, answers pings, and hears the close code', async () => {
  server = new WebSocketServer({ host: '127.0.0.1', port: 0, path: '/sync' });
  await once(server, 'listening');
  const client = start((server.address() as AddressInfo).port);
  const live = phase(client, 'live');
  const incoming = new Promise((resolve) => client.on('incoming', resolve));
  client.start();
  const [socket] = (await once(server, 'connection')) as [WebSocket];
  const [hello] = await once(socket, 'message');
  expect(JSON.parse(String(hello))).toMatchObject({ type: 'hello', token: 'token' });
  const say = (frame: object) => socket.send(JSON.stringify(frame));
  for (const frame of [welcome({ serverTime: new Date().toISOString() }), ...bootstrap(), upToDate()])
    say(frame);
  await live;

  const pong = once(socket, 'pong');
  socket.ping();
  await pong;
  // A transaction that is larger than what the server would accept.
  const rows = Array.from({ length: 60 }, (_, n) => message(n + 1, { body: 'x'.repeat(60_000) }));
  rows.push(message(61, { createdAt: new Date().toISOString() }));
  say({ ...upToDate(), to: 11, puts: [{ entity: 'message', rows }] });
  expect(await incoming).toMatchObject({ ticket: { id: 1 } });

  const stopped = phase(client, 'stopped');
  socket.close(CLOSE.takenOver);
  await stopped;
  expect(client.status()).toMatchObject({ layer: 'session', reason: 'ERR_SESSION_TAKEN_OVER' });
});

test('a server that is not there is not a network that is not there', async () => {
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server?.close(resolve));
  const client = start(port);
  const down = phase(client, 'backingOff');
  client.start();
  await down;
  expect(client.status()).toMatchObject({ layer: 'server', reason: null });
  const failure = (code: string, address = '203.0.113.5') =>
    Object.assign(new Error('connect'), { code, address });
  const both = (...errors: Error[]) =>
    Object.assign(new AggregateError(errors), { code: (errors[0] as NodeJS.ErrnoException).code });
  const layers = [
    failure('ENOTFOUND'),
    failure('EHOSTUNREACH'),
    both(failure('ENETUNREACH'), failure('ENETUNREACH')),
    failure('ECONNREFUSED'),
    failure('ETIMEDOUT'),
    failure('EHOSTUNREACH', '192.168.0.20'),
    both(failure('ENETUNREACH'), failure('ECONNREFUSED')),
  ].map((cause) => layerOf(new TypeError('fetch failed', { cause })));
  expect(layers).toEqual(['network', 'network', 'network', 'server', 'server', 'server', 'server']);
});
