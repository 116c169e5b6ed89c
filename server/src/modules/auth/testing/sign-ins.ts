import { login, refreshToken } from '@balcao/shared/features/auth/calls.ts';
import { afterAll, beforeAll } from 'vitest';
import { startApi, type TestApi } from '../../../../test/api.ts';
import { type CompanyFixture, createCompany } from '../../../../test/fixtures.ts';

export const MINUTE = 60_000;

export let api: TestApi;
export let operator: CompanyFixture;
export let company: CompanyFixture;

export const signIn = (user = company.ana) =>
  api.call(login, { body: { email: user.email.toUpperCase(), password: user.password } });
export const refresh = (token: string, word?: string) =>
  api.send(refreshToken, { body: { refreshToken: token, word } });

/** Opens what these tests share, before the first of a file, and closes it after the last. */
export function prepare(): void {
  beforeAll(async () => {
    api = await startApi();
    operator = await createCompany(api.database.admin, 'Operator');
    company = await createCompany(api.database.admin, 'Padaria');
  });
  afterAll(() => api.stop());
}
