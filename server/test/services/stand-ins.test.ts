import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Running, startProcess } from '../process.ts';
import type { Failure } from './stand-in.ts';

let program: Running<{ url: string }>;
let url: string;
beforeAll(async () => {
  program = startProcess('server/test/services/main.ts', { args: ['--with-parent'] });
  ({ url } = await program.ready);
});
afterAll(() => program.stop());

const status = async (path: string, init?: RequestInit) => (await fetch(`${url}${path}`, init)).status;
const fail = (failure: Failure) =>
  status('/control/openai/next', { method: 'POST', body: JSON.stringify(failure) });
const asked = async () => (await (await fetch(`${url}/control/openai/asked`)).json()) as object[];

it('is told over HTTP what fails how often, one failure after the other, and says what it was asked', async () => {
  const headers = { authorization: 'Bearer sk-1' };
  expect(await fail({ kind: 'status', status: 500, times: 2 })).toBe(204);
  expect(await fail({ kind: 'slow', ms: 1 })).toBe(204);
  const answers: number[] = [];
  for (let turn = 0; turn < 3; turn++) answers.push(await status('/openai/v1/models?x=1', { headers }));
  expect(answers).toEqual([500, 500, 200]);
  expect(await asked()).toHaveLength(3);
  expect((await asked())[0]).toMatchObject({ method: 'GET', path: '/openai/v1/models?x=1', headers });

  await fail({ kind: 'status', status: 500 });
  expect(await status('/control', { method: 'DELETE' })).toBe(204);
  expect(await asked()).toEqual([]);
  expect(await status('/openai/v1/models', { headers })).toBe(200);
  expect(await fail({ kind: 'no such failure' } as unknown as Failure)).toBe(400);
  expect(await status('/control/nobody/asked')).toBe(404);
});
