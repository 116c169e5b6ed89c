import { me } from '@balcao/shared/api/auth.ts';
import { listConnections } from '@balcao/shared/api/connections.ts';
import { healthLive, healthReady } from '@balcao/shared/api/system.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from './api.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { type CompanyFixture, createCompany } from './fixtures.ts';

let proxy: FaultProxy;
let api: TestApi;
let company: CompanyFixture;

beforeAll(async () => {
  api = await startApi({
    route: async (url) => {
      proxy = await startFaultProxy(url);
      return proxy.url;
    },
  });
  company = await createCompany(api.database.admin, 'Padaria');
});
afterAll(async () => {
  await api.stop();
  await proxy.stop();
});

it('says at once that the database is away, and works again as soon as it is back', async () => {
  const token = await api.signIn(company.ana);
  expect((await api.send(healthReady)).statusCode).toBe(200);

  await proxy.stop();
  for (let attempt = 0; attempt < 10; attempt++) {
    const started = performance.now();
    const [work, ready] = await Promise.all([
      api.refused('ERR_UNAVAILABLE', listConnections, { token }),
      api.refused('ERR_UNAVAILABLE', healthReady),
    ]);
    expect(performance.now() - started).toBeLessThan(1_000);
    expect([work.message, ready.error]).toEqual([expect.stringMatching(/not available/), 'ERR_UNAVAILABLE']);
    expect((await api.send(healthLive)).statusCode).toBe(200);
  }

  await proxy.start();
  const back = performance.now();
  await expect.poll(async () => (await api.send(healthReady)).statusCode, { timeout: 5_000 }).toBe(200);
  await expect.poll(async () => (await api.send(me, { token })).statusCode, { timeout: 5_000 }).toBe(200);
  expect(performance.now() - back).toBeLessThan(5_000);
  expect((await api.send(listConnections, { token })).statusCode).toBe(200);
});
