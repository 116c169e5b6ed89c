import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type RouteContract, route } from '@balcao/shared/contract/call.ts';
import { afterEach, expect, expectTypeOf, it, vi } from 'vitest';
import { z } from 'zod';
import type { Tx } from '../db/client.ts';
import { createLog } from '../log.ts';
import type { Finish } from './perform.ts';
import { type Handler, installRoutes, register } from './route.ts';
import { createHttpServer } from './server.ts';

const hang = route({ method: 'GET', path: '/hang', access: 'public', response: z.object({}) });
const broken = route({
  method: 'GET',
  path: '/broken',
  access: 'public',
  response: z.object({ id: z.int() }),
});

const words = route({
  method: 'POST',
  path: '/words',
  access: 'public',
  body: z.object({}),
  response: z.object({}),
});
const file = route({
  method: 'POST',
  path: '/file',
  access: 'public',
  rawBody: true,
  response: z.object({ size: z.int() }),
});

function server({ publicUrl = null }: { publicUrl?: string | null } = {}) {
  const lines: string[] = [];
  const log = createLog({ logLevel: 'info' }, { write: (line: string) => void lines.push(line) });
  const app = createHttpServer({ log, trustProxy: [], publicUrl });
  installRoutes(app, { proveToken: () => Promise.reject(new Error('nobody')) });
  return { app, lines };
}

afterEach(() => {
  vi.useRealTimers();
});

it('gives a transaction to those who work in one, while it is open', () => {
  const inside = { ...hang, access: 'session' } as const;
  const outside = { ...inside, waitsFor: 'outside' } as const;
  const system = { ...hang, rows: 'system' } as const;
  const systemOutside = { ...system, waitsFor: 'outside' } as const;
  type Context<C extends RouteContract> = Parameters<Handler<C>>[1];
  type Result<C extends RouteContract> = Awaited<ReturnType<Handler<C>>>;
  expectTypeOf<Context<typeof inside>>().toHaveProperty('tx').toEqualTypeOf<Tx>();
  expectTypeOf<Context<typeof system>>().toHaveProperty('tx').toEqualTypeOf<Tx>();
  for (const contract of [hang, outside, systemOutside] as const)
    expectTypeOf<Context<typeof contract>>().not.toHaveProperty('tx');

  type Answer = Record<string, never>;
  expectTypeOf<Result<typeof inside>>().toEqualTypeOf<Answer>();
  expectTypeOf<Result<typeof hang>>().toEqualTypeOf<Answer>();
  for (const contract of [outside, systemOutside] as const)
    expectTypeOf<Result<typeof contract>>().toEqualTypeOf<Answer | Finish<Answer>>();
});

it('answers ERR_UNAVAILABLE when the work does not end', async () => {
  const { app } = server();
  const reached = Promise.withResolvers<void>();
  register(app, hang, () => {
    reached.resolve();
    return new Promise<never>(() => {});
  });
  await app.ready();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const answer = app.inject('/hang');
  // A request begins when somebody waits for it.
  const settled = Promise.resolve(answer);
  await reached.promise;
  await vi.advanceTimersByTimeAsync(12_000);
  const response = await settled;
  expect([response.statusCode, response.json().error]).toEqual([503, 'ERR_UNAVAILABLE']);
});

it('cuts the line of whoever lets a body trickle in, unless it is a file', async () => {
  const { app } = server();
  const answered = Promise.withResolvers<void>();
  let arrived = 0;
  const both = Promise.withResolvers<void>();
  app.addHook('onRequest', async () => void (++arrived === 2 && both.resolve()));
  app.addHook('onResponse', async () => answered.resolve());
  register(app, words, async () => ({}));
  register(app, file, async (_input, { bytes }) => ({ size: (await buffer(bytes)).length }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const send = (path: string) => {
    const line = connect(port, '127.0.0.1').setEncoding('utf8');
    line.write(`POST ${path} HTTP/1.1\r\nhost: desk\r\ncontent-type: application/json\r\n`);
    line.write('content-length: 2\r\n\r\n{');
    return line;
  };
  const [slow, large] = [send('/words'), send('/file')];
  const heard = once(slow, 'data');
  const closed = once(slow, 'close');
  await both.promise;
  await vi.advanceTimersByTimeAsync(12_000);
  expect(String(await heard)).toMatch(/^HTTP\/1\.1 503 /);
  await answered.promise;
  await vi.advanceTimersByTimeAsync(30_000);
  await closed;
  const kept = once(large, 'data');
  large.write('}');
  expect(String(await kept)).toMatch(/^HTTP\/1\.1 200 [\s\S]*"size":2/);
  large.destroy();
  await app.close();
});

it('hides what failed from the caller and logs it with the number that the caller got', async () => {
  const { app, lines } = server();
  register(app, broken, () => Promise.reject(new Error('canary: the inside')));
  const response = await app.inject('/broken');
  expect(response.json()).toEqual({
    error: 'ERR_INTERNAL',
    message: expect.any(String),
    requestId: response.headers['x-request-id'],
  });
  const logged = lines.map((line) => JSON.parse(line)).find((line) => line.level === 50);
  expect(logged).toMatchObject({
    requestId: response.headers['x-request-id'],
    err: { message: 'canary: the inside', stack: expect.stringContaining('route.test.ts') },
  });
});

it('tells browsers to come by TLS alone where others reach it so, whatever becomes of the request', async () => {
  const heard = async (publicUrl: string | null) => {
    const { app } = server({ publicUrl });
    const answers = await Promise.all(['/nothing', '/%ff'].map((url) => app.inject(url)));
    return answers.map(({ headers }) => headers['strict-transport-security']);
  };
  expect(await heard('https://desk.example.com')).toEqual(['max-age=31536000', 'max-age=31536000']);
  expect(await heard('http://10.0.0.7:8080')).toEqual([undefined, undefined]);
  expect(await heard(null)).toEqual([undefined, undefined]);
});
