import { me } from '@balcao/shared/features/auth/calls.ts';
import * as contracts from '@balcao/shared/features/companies/calls.ts';
import { createPlan } from '@balcao/shared/features/plans/calls.ts';
import { DEFAULT_BUSINESS_HOURS } from '@balcao/shared/time/business-hours.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, createUser } from '../../../test/fixtures.ts';
import { plan } from './testing/plan.ts';

let api: TestApi;
let operators: CompanyFixture;
let shop: CompanyFixture;
let operator: string;
let planId: number;

beforeAll(async () => {
  api = await startApi();
  const { admin } = api.database;
  operators = await createCompany(admin, 'Operadora');
  await admin`update users set super = true where id = ${operators.admin.id}`;
  operator = await api.signIn(operators.admin);
  shop = await createCompany(admin, 'Padaria');
  planId = (await api.call(createPlan, { body: plan('Básico', { users: 1 }), token: operator })).id;
});
afterAll(() => api.stop());

describe('a company’s own people', () => {
  it('see their company and no other, and only admins change its hours', async () => {
    const [admin, ana] = [await api.signIn(shop.admin), await api.signIn(shop.ana)];
    const own = { params: { companyId: shop.companyId } };
    const schedules = DEFAULT_BUSINESS_HOURS.map((row) => ({ ...row, startTime: '09:00' }));
    await api.refused('ERR_NO_PERMISSION', contracts.updateSchedules, {
      ...own,
      body: { schedules },
      token: ana,
    });
    const body = { schedules, timezone: 'America/Manaus' };
    const views = () => api.database.admin`select view_version from users where id = ${shop.ana.id}`;
    const before = await views();
    expect(await api.call(contracts.updateSchedules, { ...own, body, token: admin })).toMatchObject(body);
    // Consoles show the last day that is paid in the company's timezone.
    expect(await views()).not.toEqual(before);
    await api.refused('ERR_NO_COMPANY_FOUND', contracts.getCompany, {
      params: { companyId: operators.companyId },
      token: admin,
    });
    expect(await api.call(contracts.getCompanyPlan, { ...own, token: ana })).toEqual({
      id: shop.companyId,
      plan: null,
    });
    for (const wrong of [
      { schedules: schedules.slice(1) },
      { schedules: [...schedules.slice(1), schedules[1]] },
      { schedules: schedules.map((row) => ({ ...row, endTime: '25:00' })) },
      { schedules, timezone: 'Mars/Olympus' },
      // Node and PostgreSQL mean different things by them, or only Node knows them.
      { schedules, timezone: '+03:00' },
      { schedules, timezone: 'AET' },
      { schedules, timezone: 'US/Pacific-New' },
    ])
      await api.refused('ERR_VALIDATION', contracts.updateSchedules, { ...own, body: wrong, token: admin });
  });
});

it('a company’s address, e-mail, phone and price are for its admins and for operators', async () => {
  const billing = {
    email: 'canary@padaria.test',
    phone: 'canary 11 5555',
    billingName: 'canary Ltda.',
    addressZipCode: 'canary 01',
    addressStreet: 'canary 02',
    addressState: 'canary 03',
    addressCity: 'canary 04',
    addressDistrict: 'canary 05',
  };
  const change = { params: { companyId: shop.companyId }, body: { ...billing, planId }, token: operator };
  await api.call(contracts.updateCompany, change);
  const supervisor = await createUser(api.database.admin, shop.companyId, 'Sueli', [], {
    profile: 'supervisor',
  });
  const views = async (token: string) => {
    const own = { params: { companyId: shop.companyId }, token };
    const company = await api.call(contracts.getCompany, own);
    const { plan } = await api.call(contracts.getCompanyPlan, own);
    return { company, plan, session: await api.call(me, { token }) };
  };
  for (const token of [await api.signIn(shop.admin), operator]) {
    const { company, plan } = await views(token);
    expect(company).toMatchObject({ ...billing, plan: { value: 9_900 } });
    expect(plan).toMatchObject({ value: 9_900 });
  }
  for (const person of [shop.ana, supervisor]) {
    const told = await views(await api.signIn(person));
    expect(told.company).toMatchObject({ name: 'Padaria', plan: { name: 'Básico', users: 1 } });
    expect(JSON.stringify(told)).not.toMatch(/canary|9900|"value":\d/);
  }
  const hours = {
    params: { companyId: shop.companyId },
    body: { schedules: DEFAULT_BUSINESS_HOURS },
    token: await api.signIn(supervisor),
  };
  const answer = await api.call(contracts.updateSchedules, hours);
  expect(JSON.stringify(answer)).not.toContain('canary');
  expect(answer).toMatchObject({ schedules: DEFAULT_BUSINESS_HOURS });
});
