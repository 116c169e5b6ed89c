import { me } from '@balcao/shared/features/auth/calls.ts';
import * as contracts from '@balcao/shared/features/campaign-settings/calls.ts';
import { updateCompany } from '@balcao/shared/features/companies/calls.ts';
import { updateSetting } from '@balcao/shared/features/settings/calls.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, createUser, givePlan } from '../../../test/fixtures.ts';

let api: TestApi;
let company: CompanyFixture;
let operator: string;
let token: string;
let companies = 0;

beforeAll(async () => {
  api = await startApi();
  const first = await createCompany(api.database.admin, 'Operator');
  await givePlan(api.database.admin, first.companyId);
  await api.database.admin`update users set super = true where id = ${first.admin.id}`;
  operator = await api.signIn(first.admin);
});
afterAll(() => api.stop());
beforeEach(async () => {
  company = await createCompany(api.database.admin, `Loja ${++companies}`);
  await givePlan(api.database.admin, company.companyId);
  token = await api.signIn(company.admin);
});

const list = async (by = token) => {
  const settings = await api.call(contracts.listCampaignSettings, { token: by });
  return Object.fromEntries(settings.map(({ key, value }) => [key, value]));
};
const save = (body: object) => api.call(contracts.saveCampaignSettings, { body, token });

it('answers JSON texts, with the defaults until somebody sets them, and keeps what is not given', async () => {
  const initial = {
    messageInterval: '20',
    longerIntervalAfter: '20',
    greaterInterval: '60',
    variables: '[]',
  };
  expect(await list()).toEqual(initial);
  const variables = [
    { key: ' cupom ', value: 'CAFE10' },
    { key: 'loja', value: '' },
    { key: 'cupom', value: 'ignored' },
  ];
  await save({ messageInterval: 0, variables });
  await save({ greaterInterval: 120 });
  const sara = await createUser(api.database.admin, company.companyId, 'Sara', [], { profile: 'supervisor' });
  expect(await list(await api.signIn(sara))).toEqual({
    ...initial,
    messageInterval: '0',
    greaterInterval: '120',
    variables: '[{"key":"cupom","value":"CAFE10"},{"key":"loja","value":""}]',
  });
  const wrong: object[] = [
    { messageInterval: 30 },
    { longerIntervalAfter: 7 },
    { greaterInterval: -1 },
    { messageInterval: '20' },
    { variables: [{ key: 'a b', value: '' }] },
    { variables: [{ key: '{a}', value: '' }] },
    { variables: [{ key: ' ', value: '' }] },
    { variables: Array.from({ length: 101 }, (_, index) => ({ key: `k${index}`, value: '' })) },
  ];
  for (const body of wrong)
    await api.refused('ERR_VALIDATION', contracts.saveCampaignSettings, { body, token });
  const agent = await api.signIn(company.ana);
  await api.refused('ERR_NO_PERMISSION', contracts.listCampaignSettings, { token: agent });
});

it('are there while the plan has campaigns and the operator has not switched them off', async () => {
  const { companyId } = company;
  const shown = async () => (await api.call(me, { token })).cshow;
  const switchTo = (campaignsEnabled: boolean) =>
    api.call(updateCompany, { params: { companyId }, body: { campaignsEnabled }, token: operator });
  expect(await shown()).toBe(true);
  await switchTo(false);
  expect(await shown()).toBe(false);
  await api.refused('ERR_PLAN_FEATURE_OFF', contracts.listCampaignSettings, { token });
  await switchTo(true);
  expect(await shown()).toBe(true);
  await list();
  await api.database.admin`
    update plans set use_campaigns = false where id = (select plan_id from companies where id = ${companyId})`;
  expect(await shown()).toBe(false);

  // The operator's own company has it among its settings; its consoles hear of it.
  const version = async () => {
    const [row] = await api.database
      .admin`select max(view_version) as version from users where company_id = 1`;
    return Number(row?.version);
  };
  const before = await version();
  const off = { params: { key: 'campaignsEnabled' }, body: { value: 'false' }, token: operator };
  await api.call(updateSetting, off);
  await api.refused('ERR_PLAN_FEATURE_OFF', contracts.listCampaignSettings, { token: operator });
  expect(await version()).toBe(before + 1);
});
