import { afterAll, beforeAll } from 'vitest';
import { startApi, type TestApi } from '../../../../test/api.ts';
import { type CompanyFixture, createCompany } from '../../../../test/fixtures.ts';

export let api: TestApi;
export let company: CompanyFixture;

/** Opens what these tests share, before the first of a file, and closes it after the last. */
export function prepare(): void {
  beforeAll(async () => {
    api = await startApi();
    company = await createCompany(api.database.admin, 'Padaria');
  });
  afterAll(() => api.stop());
}
