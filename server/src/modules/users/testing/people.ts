import * as contracts from '@balcao/shared/features/users/calls.ts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startApi, type TestApi } from '../../../../test/api.ts';
import { type CompanyFixture, createCompany } from '../../../../test/fixtures.ts';

export let api: TestApi;
export let operator: CompanyFixture;
export let company: CompanyFixture;
export let admin: string;
export let ana: string;
export let companies = 0;

export const named = (name: string, more: object = {}) => ({
  name,
  email: `${name.toLowerCase().replaceAll(/\W/g, '')}.${companies}@new.test`,
  password: 'secret-1',
  ...more,
});
export const create = (body: object) => api.call(contracts.createUser, { body, token: admin });
export const update = (userId: number, body: object, token = admin) =>
  api.call(contracts.updateUser, { params: { userId }, body, token });
export const get = (userId: number, token = admin) =>
  api.call(contracts.getUser, { params: { userId }, token });

export const row = async (id: number) => {
  const [found] = await api.database.admin`select * from users where id = ${id}`;
  return found;
};

/** Opens what these tests share, before the first of a file, and closes it after the last. */
export function prepare(): void {
  beforeAll(async () => {
    api = await startApi();
    operator = await createCompany(api.database.admin, 'Operator');
  });
  afterAll(() => api.stop());
  /** Each test has a company of its own. */
  beforeEach(async () => {
    company = await createCompany(api.database.admin, `Padaria ${++companies}`);
    [admin, ana] = [await api.signIn(company.admin), await api.signIn(company.ana)];
  });
}
