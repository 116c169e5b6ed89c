import * as contracts from '@balcao/shared/features/webhooks/calls.ts';
import { WEBHOOK_EVENTS, type WebhookEvent, webhookEvent } from '@balcao/shared/features/webhooks/event.ts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startApi, type TestApi } from '../../../../test/api.ts';
import { type Counter, openCounter } from '../../../../test/counter.ts';
import { type CompanyFixture, createCompany, givePlan } from '../../../../test/fixtures.ts';
import { type StandIns, startStandIns } from '../../../../test/services/stand-ins.ts';

/** The receiver is a program of its own, which checks signatures by the library of Standard Webhooks. */

export let services: StandIns;
export let api: TestApi;
export let company: CompanyFixture;
export let counter: Counter;
export let admin: string;
export let ana: string;

export const address = (path = 'hook') => `${services.url}/n8n/webhook/${path}`;

/** Its receiver believes no other signature. */
export async function listen(fields: object = {}) {
  const body = { name: 'Loja virtual', url: address(), events: WEBHOOK_EVENTS, ...fields };
  const made = await api.call(contracts.createWebhook, { body, token: admin });
  await trust(made.secret);
  return made;
}
export const trust = (secret: string) =>
  fetch(`${services.url}/n8n/secrets/hook`, { method: 'PUT', body: secret });
export const drain = () => api.app.calls.drain();
export const requests = () => services.asked('n8n').filter(({ path }) => path.startsWith('/n8n/webhook/'));
export const heard = () => requests().map(({ body }) => webhookEvent.parse(body) as WebhookEvent);

export const stored = () => api.admin`
  select id, event, state, attempts, status from deliveries where company_id = ${company.companyId} order by place`;
export const paramsOf = ({ id }: { id: number }) => ({ webhookId: id });
export const get = (hook: { id: number }) =>
  api.call(contracts.getWebhook, { params: paramsOf(hook), token: admin });

/** Signs the admin in anew, whose session has run out. */
export async function signInAgain(): Promise<void> {
  admin = await api.signIn(company.admin);
}

/** Opens what these tests share, before the first of a file, and closes it after the last. */
export function prepare(): void {
  beforeAll(async () => {
    services = await startStandIns();
    const { host } = new URL(services.url);
    api = await startApi({ env: { OUTGOING_ALLOW: host, PUBLIC_URL: 'https://desk.example' } });
    await createCompany(api.admin, 'Operator');
  });
  afterAll(async () => {
    await api.stop();
    await services.close();
  });
  beforeEach(async () => {
    services.reset();
    await api.admin`delete from outgoing_calls`;
    company = await createCompany(api.admin, `Loja ${crypto.randomUUID()}`);
    await givePlan(api.admin, company.companyId);
    await api.admin`update connections set status = 'connected' where id = ${company.connectionId}`;
    [admin, ana] = [await api.signIn(company.admin), await api.signIn(company.ana)];
    counter = openCounter(api, company);
  });
}
