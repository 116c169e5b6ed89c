import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

/** Echoes what it receives. */
let echo: Server;
let proxy: FaultProxy;
const atServer = new Set<Socket>();

beforeAll(async () => {
  echo = createServer((socket) => {
    atServer.add(socket);
    socket.on('close', () => atServer.delete(socket)).on('error', () => {});
    socket.pipe(socket);
  });
  await once(echo.listen(0, '127.0.0.1'), 'listening');
  proxy = await startFaultProxy(`tcp://127.0.0.1:${(echo.address() as AddressInfo).port}`);
});
afterAll(async () => {
  await proxy.stop();
  echo.close();
});
beforeEach(() => proxy.set({ mode: 'pass' }));

async function call() {
  const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1');
  let heard = '';
  let ended: string | null = null;
  socket.on('data', (bytes) => (heard += bytes));
  socket.on('error', (error) => (ended = 'code' in error ? String(error.code) : 'error'));
  socket.on('close', () => (ended ??= 'closed'));
  await once(socket, 'connect');
  return {
    socket,
    heard: () => heard,
    ended: () => ended,
    async hears(text: string) {
      await expect.poll(() => heard, { interval: 1 }).toBe(text);
    },
  };
}

it('passes, and hands over everything before the end', async () => {
  const one = await call();
  const text = 'x'.repeat(3_000_000);
  one.socket.end(text);
  await once(one.socket, 'close');
  expect([one.heard() === text, one.ended()]).toEqual([true, 'closed']);
});

it('delays in order, and nothing overtakes what is late', async () => {
  const one = await call();
  const began = performance.now();
  proxy.set({ mode: 'delay', ms: 40 }, { mode: 'pass' });
  one.socket.write('a');
  await expect.poll(() => atServer.size).toBe(1);
  one.socket.write('b');
  await new Promise((resolve) => setTimeout(resolve, 5));
  proxy.set({ mode: 'pass' });
  one.socket.write('c');
  await one.hears('abc');
  expect(performance.now() - began).toBeGreaterThan(35);
  one.socket.destroy();
});

it('drops for good: half open at both ends, while new connections live', async () => {
  const one = await call();
  one.socket.write('a');
  await one.hears('a');
  proxy.set({ mode: 'drop' });
  const seen = new Promise<void>((resolve) => {
    proxy.watch = () => resolve();
  });
  one.socket.write('b');
  await seen;
  proxy.watch = null;
  proxy.set({ mode: 'pass' });
  one.socket.write('c');
  const two = await call();
  two.socket.write('x');
  await two.hears('x');
  expect([one.heard(), one.ended()]).toEqual(['a', null]);
  one.socket.destroy();
  two.socket.destroy();
  // The server never learns that the first one has gone.
  await expect.poll(() => atServer.size).toBe(1);
});

it('stalls until it is released, and holds the sender back', async () => {
  const one = await call();
  proxy.set({ mode: 'stall' });
  const large = Buffer.alloc(20_000_000, 'y');
  const taken = new Promise((resolve) => one.socket.write(large, resolve));
  const first = await Promise.race([taken, new Promise((resolve) => setTimeout(resolve, 50, 'waits'))]);
  expect([first, one.heard()]).toEqual(['waits', '']);
  proxy.set({ mode: 'pass' });
  await expect.poll(() => one.heard().length, { timeout: 20_000 }).toBe(large.length);
  one.socket.destroy();
});

it('resets what is open and what comes', async () => {
  const one = await call();
  one.socket.write('a');
  await one.hears('a');
  proxy.set({ mode: 'reset' });
  await expect.poll(() => one.ended()).toBe('ECONNRESET');
  const two = await call().catch(({ code }) => ({ ended: () => code as string }));
  await expect.poll(() => two.ended()).toBe('ECONNRESET');
});

it('truncates to the byte', async () => {
  proxy.set({ mode: 'pass' }, { mode: 'truncate', bytes: 5 });
  const one = await call();
  one.socket.write('abc');
  one.socket.write('defg');
  await once(one.socket, 'close');
  expect([one.heard(), one.ended()]).toEqual(['abcde', 'closed']);
  expect(proxy.connections).toBe(0);
});

it('refuses while it is stopped, and is found again at its place', async () => {
  const one = await call();
  await proxy.stop();
  await expect.poll(() => one.ended()).toBe('closed');
  await expect(call()).rejects.toThrow('ECONNREFUSED');
  await proxy.start();
  const two = await call();
  two.socket.write('a');
  await two.hears('a');
  two.socket.destroy();
});
