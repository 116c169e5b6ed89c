import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { EventData } from '@balcao/shared/bridge/events.ts';
import type { BridgeFrame, CallFrame } from '@balcao/shared/bridge/wire.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { Draft } from '@balcao/shared/features/composer/bridge.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { BridgeFailure, createBridgeClient } from './client.ts';
import { createDispatcher, type Handlers } from './dispatcher.ts';
import type { IpcPort } from './ipc.ts';
import { serveIpc } from './ipc-main.ts';
import { connectIpc } from './ipc-renderer.ts';
import type { BridgeTransport } from './line.ts';
import { connectMemory } from './memory.ts';
import type { BridgeSource } from './serve.ts';
import { connectWebSocket } from './websocket-client.ts';
import { serveWebSocket } from './websocket-server.ts';

const draftOf = (body: string): Draft => ({
  body,
  note: '',
  mode: 'message',
  quotedMsgId: null,
  mail: null,
  files: [],
});

type Navigation = EventData<'navigate.to'>;

/** A core with three handlers, enough to see what a line does to calls and events. */
function createSource() {
  const listeners = new Set<(data: Navigation) => void>();
  const waiting: (() => void)[] = [];
  const handlers: Partial<Handlers> = {
    'drafts.get': ({ ticketId }) => draftOf(`draft of ${ticketId} — ação 🎉`),
    'drafts.set': () => {
      throw new AppError('ERR_DISK_FULL');
    },
    'sync.retry': () => new Promise((resolve) => waiting.push(() => resolve(null))),
    'media.upload': () => new Promise((resolve) => waiting.push(() => resolve(null))),
  };
  const source: BridgeSource = {
    dispatch: createDispatcher(handlers as Handlers, () => {}),
    on(event, listener) {
      if (event !== 'navigate.to') return () => {};
      const hear = listener as (data: Navigation) => void;
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
  };
  return {
    source,
    waiting,
    listeners,
    navigate: (path: string) => {
      for (const listener of listeners) listener({ path });
    },
  };
}

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function listen(source: BridgeSource, port = 0) {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => serveWebSocket(source, socket));
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const close = async () => {
    for (const socket of sockets.clients) socket.terminate();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port: (server.address() as AddressInfo).port, close };
}

function asIpcPort(port: MessagePort): IpcPort {
  const subscribe = (event: string, listener: (value: unknown) => void) => {
    port.on(event, listener);
    return () => void port.off(event, listener);
  };
  return {
    postMessage: (message) => port.postMessage(message),
    onMessage: (listener) => subscribe('message', listener),
    onClose: (listener) => subscribe('close', listener),
    close: () => port.close(),
  };
}

const lines: Record<string, (source: BridgeSource) => Promise<BridgeTransport>> = {
  memory: async (source) => connectMemory(source),
  async websocket(source) {
    const { port, close } = await listen(source);
    cleanups.push(close);
    return connectWebSocket(`ws://127.0.0.1:${port}`);
  },
  async ipc(source) {
    const { port1, port2 } = new MessageChannel();
    serveIpc(source, asIpcPort(port1));
    return connectIpc(asIpcPort(port2));
  },
};

describe.each(Object.entries(lines))('bridge over %s', (_name, connect) => {
  async function start() {
    const core = createSource();
    const client = createBridgeClient(await connect(core.source));
    cleanups.push(() => client.close());
    return { core, client };
  }

  it('brings each answer to its own call, also when many are under way', async () => {
    const { client } = await start();
    const ids = Array.from({ length: 50 }, (_, index) => index + 1);
    const answers = await Promise.all(
      ids.map((ticketId) => client.invoke('drafts.get', { ticketId, userId: 1 })),
    );
    expect(answers).toEqual(ids.map((ticketId) => draftOf(`draft of ${ticketId} — ação 🎉`)));
  });

  it('throws the code that the core answered', async () => {
    const { client } = await start();
    const failure = await client
      .invoke('drafts.set', { ticketId: 1, userId: 1, base: draftOf(''), draft: draftOf('x') })
      .catch((error) => error);
    expect(failure).toBeInstanceOf(BridgeFailure);
    expect(failure.code).toBe('ERR_DISK_FULL');
    const invalid = await client.invoke('drafts.get', { ticketId: -1, userId: 1 }).catch((error) => error);
    expect([invalid.code, invalid.params]).toEqual(['ERR_VALIDATION', { field: 'ticketId' }]);
  });

  it('passes events on until nobody listens', async () => {
    const { core, client } = await start();
    const heard: string[] = [];
    const first = Promise.withResolvers<void>();
    const stop = client.on('navigate.to', ({ path }) => {
      heard.push(path);
      first.resolve();
    });
    await client.invoke('drafts.get', { ticketId: 1, userId: 1 });
    core.navigate('/tickets/a');
    await first.promise;
    stop();
    core.navigate('/tickets/b');
    await client.invoke('drafts.get', { ticketId: 1, userId: 1 });
    expect(heard).toEqual(['/tickets/a']);
  });

  it('lets no call hang when the screen closes its line', async () => {
    const { client } = await start();
    const call = client.invoke('sync.retry').catch((error) => error.code);
    client.close();
    expect(await call).toBe('ERR_UNAVAILABLE');
  });
});

it('gives up on a call that nobody answers, and not on a large file that is on its way', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  cleanups.push(() => vi.useRealTimers());
  const core = createSource();
  const client = createBridgeClient(connectMemory(core.source));
  cleanups.push(() => client.close());
  const upload = client.invoke('media.upload', { mediaId: randomUUID() });
  const silent = client.invoke('sync.retry').catch((error) => error.code);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(await silent).toBe('ERR_UNAVAILABLE');
  for (const answer of core.waiting) answer();
  expect(await upload).toBeNull();
});

it('says that the line is down while a hung core keeps silent, and loses no call over it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  cleanups.push(() => vi.useRealTimers());
  let answer = (_frame: BridgeFrame) => {};
  const sent: CallFrame[] = [];
  const client = createBridgeClient({
    send: (frame) => void sent.push(frame),
    onFrame(listener) {
      answer = listener;
      return () => {};
    },
    onLine(listener) {
      listener(true);
      return () => {};
    },
    close: () => {},
  });
  cleanups.push(() => client.close());
  const line: boolean[] = [];
  client.onLine((up) => line.push(up));
  const call = client.invoke('sync.retry');
  await vi.advanceTimersByTimeAsync(2_000);
  const [asked, signOfLife] = sent;
  expect(signOfLife?.name).toBe('sync.status');
  // It is only slow with this call.
  answer({ type: 'answer', callId: signOfLife?.callId ?? -1, answer: { ok: true, value: null } });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(line).toEqual([true]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(line).toEqual([true, false]);
  answer({ type: 'answer', callId: asked?.callId ?? -1, answer: { ok: true, value: null } });
  expect(await call).toBeNull();
  expect(line).toEqual([true, false, true]);
});

describe('websocket line', () => {
  it('comes back after a restart of the program: lost calls fail, waiting calls are made once', async () => {
    const core = createSource();
    const first = await listen(core.source);
    const client = createBridgeClient(connectWebSocket(`ws://127.0.0.1:${first.port}`));
    cleanups.push(() => client.close());
    const line: boolean[] = [];
    client.onLine((up) => line.push(up));
    await client.invoke('drafts.get', { ticketId: 1, userId: 1 });

    const lost = client.invoke('sync.retry').catch((error) => error.code);
    await client.invoke('drafts.get', { ticketId: 2, userId: 1 });
    await first.close();
    expect(await lost).toBe('ERR_UNAVAILABLE');

    const waiting = client.invoke('drafts.get', { ticketId: 3, userId: 1 });
    const second = await listen(core.source, first.port);
    cleanups.push(second.close);
    expect(await waiting).toEqual(draftOf('draft of 3 — ação 🎉'));
    expect(line).toEqual([false, true, false, true]);
    expect(core.waiting).toHaveLength(1);
    // The first screen's subscription is gone with its socket.
    expect(core.listeners.size).toBe(1);
  });

  it('ignores what is not a call and goes on', async () => {
    const core = createSource();
    const { port, close } = await listen(core.source);
    cleanups.push(close);
    const socket = new WebSocket(`ws://127.0.0.1:${port}`);
    cleanups.push(() => socket.close());
    const answers: unknown[] = [];
    await once(socket, 'open');
    for (const text of ['', '{', 'null', '[]', '{"type":"call"}', '{"type":"answer","callId":1}'])
      socket.send(text);
    socket.send(
      JSON.stringify({ type: 'call', callId: 7, name: 'drafts.get', input: { ticketId: 1, userId: 1 } }),
    );
    const [message] = await once(socket, 'message');
    answers.push(JSON.parse(message.data));
    expect(answers).toEqual([
      { type: 'answer', callId: 7, answer: { ok: true, value: draftOf('draft of 1 — ação 🎉') } },
    ]);
  });
});
