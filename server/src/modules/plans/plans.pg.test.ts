import { PLAN_FLAGS } from '@balcao/shared/contract/roles.ts';
import * as contracts from '@balcao/shared/features/plans/calls.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { createCompany } from '../../../test/fixtures.ts';

let api: TestApi;
let token: string;
let companyId: number;

beforeAll(async () => {
  api = await startApi();
  const company = await createCompany(api.database.admin, 'Operadora');
  companyId = company.companyId;
  await api.database.admin`update users set super = true where id = ${company.ana.id}`;
  token = await api.signIn(company.ana);
});
afterAll(() => api.stop());

const body = (name: string) => ({
  name,
  value: 19_900,
  users: 10,
  connections: 3,
  queues: 8,
  campaigns: 5,
  schedules: 50,
  ...Object.fromEntries(PLAN_FLAGS.map((flag) => [flag, flag !== 'useOpenAi'])),
});

it('are written by operators, whatever their profile, and read by everybody who signs up', async () => {
  const made = await api.call(contracts.createPlan, { body: body('Profissional'), token });
  expect(made).toEqual({ id: made.id, currency: 'BRL', ...body('Profissional') });
  expect(await api.call(contracts.listPublicPlans)).toEqual([made]);
  const changed = await api.call(contracts.updatePlan, {
    params: { planId: made.id },
    body: { value: 24_900, useOpenAi: true },
    token,
  });
  expect(changed).toEqual({ ...made, value: 24_900, useOpenAi: true });
  expect(await api.call(contracts.getPlan, { params: { planId: made.id }, token })).toEqual(changed);
});

it('change what the consoles of all their companies show, and a price does not', async () => {
  const made = await api.call(contracts.createPlan, { body: body('Comum'), token });
  const other = await createCompany(api.database.admin, 'Loja');
  const ids = [companyId, other.companyId];
  await api.database.admin`update companies set plan_id = ${made.id} where id = any (${ids})`;
  const change = (fields: object, key: string) =>
    api.call(contracts.updatePlan, {
      params: { planId: made.id },
      body: fields,
      token,
      headers: { 'idempotency-key': key },
    });
  const views = async () =>
    (
      await api.database.admin`select min(view_version) as version from users
        where company_id = any (${ids}) group by company_id order by company_id`
    ).map(({ version }) => version);

  const before = await views();
  await change({ value: 1_000 }, 'price');
  await change({ useKanban: false }, 'part');
  await expect.poll(views).toEqual(before.map((version) => version + 1));
  await api.database.admin`update companies set plan_id = null where id = any (${ids})`;
});

it('have everything when only what people must say is said', async () => {
  const made = await api.call(contracts.createPlan, { body: { name: 'Simples', value: 4_900 }, token });
  expect(made).toMatchObject({ value: 4_900, users: 10, connections: 3, queues: 10 });
  expect(PLAN_FLAGS.filter((flag) => !made[flag])).toEqual([]);
});

it('have names of their own, and stay while a company has them', async () => {
  const made = await api.call(contracts.createPlan, { body: body('Único'), token });
  const target = { params: { planId: made.id }, token };
  await api.refused('ERR_PLAN_NAME_TAKEN', contracts.createPlan, { body: body('único'), token });
  await api.database.admin`update companies set plan_id = ${made.id} where id = ${companyId}`;
  await api.refused('ERR_PLAN_IN_USE', contracts.deletePlan, target);
  await api.database.admin`update companies set plan_id = null where id = ${companyId}`;
  await api.call(contracts.deletePlan, target);
  await api.refused('ERR_NO_PLAN_FOUND', contracts.deletePlan, target);
  await api.refused('ERR_VALIDATION', contracts.createPlan, { body: { ...body('Menos'), users: -1 }, token });
});
