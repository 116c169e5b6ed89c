import { testBillingService, updateSetting } from '@balcao/shared/features/settings/calls.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany } from '../../../test/fixtures.ts';
import { ASAAS_KEY } from '../../../test/services/asaas.ts';
import { IXC_TOKEN } from '../../../test/services/ixc.ts';
import { MKAUTH_ACCOUNT } from '../../../test/services/mkauth.ts';
import { type StandIns, startStandIns } from '../../../test/services/stand-ins.ts';

let services: StandIns;
let api: TestApi;
let company: CompanyFixture;
let token: string;

beforeAll(async () => {
  services = await startStandIns();
  const { host } = new URL(services.url);
  api = await startApi({ env: { OUTGOING_ALLOW: host, OUTGOING_STAND_IN: services.url } });
  company = await createCompany(api.database.admin, 'Provedor');
  token = await api.signIn(company.admin);
});
afterAll(async () => {
  await api.stop();
  await services.close();
});

const set = async (options: Record<string, string>) => {
  for (const [key, value] of Object.entries(options))
    await api.call(updateSetting, { params: { key }, body: { value }, token });
};
const test = (service: string, by = token) =>
  api.call(testBillingService, { params: { service }, token: by });

it('asks each billing system with what is kept of it, and says why it is not let in', async () => {
  const isOpen = { ok: true, error: null };
  expect(await test('ixc')).toEqual({ ok: false, error: 'ERR_BILLING_NOT_SET_UP' });
  await set({ ipixc: `${services.url}/ixc` });
  expect(await test('ixc')).toEqual({ ok: false, error: 'ERR_BILLING_NOT_SET_UP' });
  await set({ tokenixc: 'wrong' });
  expect(await test('ixc')).toEqual({ ok: false, error: 'ERR_OUTSIDE_REFUSED' });
  await set({ tokenixc: IXC_TOKEN });
  expect(await test('ixc')).toEqual(isOpen);
  await set({
    ipmkauth: `${services.url}/mkauth`,
    clientidmkauth: MKAUTH_ACCOUNT.clientId,
    clientsecretmkauth: MKAUTH_ACCOUNT.clientSecret,
    asaas: ASAAS_KEY,
  });
  expect([await test('mkauth'), await test('asaas')]).toEqual([isOpen, isOpen]);
  await set({ ipixc: 'http://127.0.0.1:9' });
  expect(await test('ixc')).toEqual({ ok: false, error: 'ERR_ADDRESS_FORBIDDEN' });
  const ana = await api.signIn(company.ana);
  await api.refused('ERR_NO_PERMISSION', testBillingService, { params: { service: 'ixc' }, token: ana });
});
