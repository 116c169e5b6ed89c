import { routeKey } from '@balcao/shared/contract/call.ts';
import { getOperatorContact } from '@balcao/shared/features/companies/calls.ts';
import { listQueues } from '@balcao/shared/features/queues/calls.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../server/test/api.ts';
import { type CompanyFixture, createCompany, type UserFixture } from '../../server/test/fixtures.ts';
import { BridgeFailure } from '../src/bridge/client.ts';
import { disk, openCorePlace } from '../src/core/testing/core-place.ts';

/** A console and a real server while the company is overdue. */
const place = openCorePlace();
let api: TestApi;
let serverUrl: string;
let company: CompanyFixture;

beforeAll(async () => {
  api = await startApi();
  serverUrl = await api.app.listen({ host: '127.0.0.1', port: 0 });
  // The operator's own company is never overdue.
  await createCompany(api.database.admin, 'Operadora');
});
afterAll(() => api.stop());
let firms = 0;
beforeEach(async () => {
  company = await createCompany(api.database.admin, `Loja ${++firms}`);
});

const due = (day: string | null) =>
  api.database.admin`update companies set due_date = ${day} where id = ${company.companyId}`;
const account = ({ email, password }: UserFixture) => ({ email, password });

it('an admin signs in to pay, and is back in the product a second after it is paid, told or not', async () => {
  await due('2020-02-29');
  const { screen, heard, live } = await place.start(disk(), serverUrl);
  const stopped = heard('sync.status', ({ phase }) => phase === 'stopped');
  const { user } = await screen.invoke('session.login', account(company.admin));
  expect(user).toMatchObject({ id: company.admin.id, overdueSince: '2020-02-29' });
  expect(await screen.invoke('api.call', { route: routeKey(getOperatorContact), input: {} })).toMatchObject({
    name: 'Operadora',
  });
  await expect(screen.invoke('api.call', { route: routeKey(listQueues), input: {} })).rejects.toThrow(
    BridgeFailure,
  );
  await stopped;
  const back = heard('session.changed', (state) => state.user?.overdueSince === null);
  await due(null);
  const at = performance.now();
  await back;
  await live();
  expect(performance.now() - at).toBeLessThan(5_000);
});

it('an agent who was signed in waits, and goes on', async () => {
  const { screen, heard, live } = await place.start(disk(), serverUrl);
  await screen.invoke('session.login', account(company.ana));
  await live();
  const closed = heard('session.changed', ({ user }) => user?.overdueSince === '2020-02-29');
  await due('2020-02-29');
  await closed;
  await due(null);
  expect((await screen.invoke('session.refreshUser')).user?.overdueSince).toBeNull();
  await live();
});

it('an agent is not signed in', async () => {
  await due('2020-02-29');
  const { screen } = await place.start(disk(), serverUrl);
  await expect(screen.invoke('session.login', account(company.ana))).rejects.toMatchObject({
    code: 'ERR_SUBSCRIPTION_EXPIRED',
    params: { date: '2020-02-29' },
  });
  expect((await screen.invoke('session.get', null)).user).toBeNull();
});
