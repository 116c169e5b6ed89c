import { afterAll, beforeAll } from 'vitest';
import { startApi, type TestApi } from './api.ts';
import { type CompanyFixture, createCompany, createTicket, givePlan } from './fixtures.ts';
import { noticeToken } from './valid-call.ts';

export let api: TestApi;
export let company: CompanyFixture;
export let admin: string;
export let ticketId: number;
/** Where a messenger tells of a connection that exists. */
export let noticeUrl: string;

/** Opens what these tests share, before the first of a file, and closes it after the last. */
export function prepare(): void {
  beforeAll(async () => {
    api = await startApi({ documented: true, env: { PUBLIC_URL: 'https://desk.test' } });
    company = await createCompany(api.database.admin, 'Padaria');
    admin = await api.signIn(company.admin);
    ticketId = (await createTicket(api.database.admin, company, { userId: company.admin.id })).id;
    await givePlan(api.database.admin, company.companyId);
    noticeUrl = `/webhooks/channels/${await noticeToken(api, admin, company)}`;
  });
  afterAll(() => api.stop());
}
