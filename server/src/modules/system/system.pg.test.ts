import { listQueues } from '@balcao/shared/features/queues/calls.ts';
import { healthLive, healthReady, version } from '@balcao/shared/features/system/calls.ts';
import { ROUTES } from '@balcao/shared/routes.ts';
import { PROTOCOL } from '@balcao/shared/sync/protocol.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectError, startApi, type TestApi } from '../../../test/api.ts';
import { createCompany } from '../../../test/fixtures.ts';
import { buildApp } from '../../app.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

it('tells without a token that it is alive, ready and which version it is', async () => {
  expect(await api.call(healthLive)).toEqual({ status: 'ok' });
  expect(await api.call(healthReady)).toEqual({ status: 'ok' });
  expect(await api.call(version)).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    protocol: PROTOCOL,
  });
});

it('is alive and no longer ready while it ends', async () => {
  const app = await buildApp({ ...api.deps, draining: () => true });
  expectError(await app.inject(healthReady.path), 'ERR_LEAVING');
  expect((await app.inject(healthLive.path)).statusCode).toBe(200);
  await app.close();
});

it('answers every call that a contract declares, and no other', () => {
  expect(new Set(api.app.contracts)).toEqual(new Set(ROUTES));
});

it('puts the same headers on every answer, good or bad', async () => {
  for (const url of ['/version', '/nothing', '/queue', '/tickets/%ff']) {
    const { headers } = await api.app.inject(url);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    });
  }
});

it('lists the queues of the company in their order', async () => {
  const company = await createCompany(api.database.admin, 'Padaria');
  await api.database.admin`update queues set order_queue = 1 where id = ${company.queues.sales}`;
  const token = await api.signIn(company.ana);
  expect(await api.call(listQueues, { token })).toMatchObject([
    { id: company.queues.support, name: 'Suporte', color: '#e8590c', orderQueue: 0 },
    { id: company.queues.sales, name: 'Vendas', color: '#0c8599', orderQueue: 1 },
  ]);
});
