import { route } from '@balcao/shared/api/contract.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createLog } from '../log.ts';
import { installRoutes, register } from './route.ts';
import { createHttpServer } from './server.ts';

const hang = route({ method: 'GET', path: '/hang', access: 'public', response: z.object({}) });
const broken = route({
  method: 'GET',
  path: '/broken',
  access: 'public',
  response: z.object({ id: z.int() }),
});

function server({ publicUrl = null }: { publicUrl?: string | null } = {}) {
  const lines: string[] = [];
  const log = createLog({ logLevel: 'info' }, { write: (line: string) => void lines.push(line) });
  const app = createHttpServer({ log, trustProxy: [], publicUrl });
  installRoutes(app, () => Promise.reject(new Error('nobody')));
  return { app, lines };
}

afterEach(() => {
  vi.useRealTimers();
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
