import { createQueueIntegration } from '@balcao/shared/features/queue-integrations/calls.ts';
import { updateQueue } from '@balcao/shared/features/queues/calls.ts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startApi, type TestApi } from '../../../../test/api.ts';
import { type Counter, openCounter } from '../../../../test/counter.ts';
import { type CompanyFixture, createCompany, givePlan } from '../../../../test/fixtures.ts';
import { type StandIns, startStandIns } from '../../../../test/services/stand-ins.ts';

/** Programs outside answer customers: flows, agents of Dialogflow, and whatever hears a webhook. */

export let services: StandIns;
export let api: TestApi;
export let company: CompanyFixture;
export let counter: Counter;
export let admin: string;

/** Answers in the queue of the connection. */
export async function install(fields: object): Promise<number> {
  const body = { name: 'Robô', ...fields };
  const { id } = await api.call(createQueueIntegration, { body, token: admin });
  await put({ integrationId: id });
  return id;
}
export const put = (body: object, queueId = company.queues.sales) =>
  api.call(updateQueue, { params: { queueId }, body, token: admin });
export const failed = async () => (await counter.events()).filter(({ kind }) => kind === 'failed');

export const drain = async (ms: number) => {
  api.advance(ms);
  await api.app.calls.drain();
};

/** Opens what these tests share, before the first of a file, and closes it after the last. */
export function prepare(): void {
  beforeAll(async () => {
    services = await startStandIns();
    const { host } = new URL(services.url);
    api = await startApi({ env: { OUTGOING_ALLOW: host, OUTGOING_STAND_IN: services.url } });
    await createCompany(api.database.admin, 'Operator');
  });
  afterAll(async () => {
    await api.stop();
    await services.close();
  });
  beforeEach(async () => {
    services.reset();
    company = await createCompany(api.database.admin, `Loja ${crypto.randomUUID()}`);
    const { companyId, connectionId, queues } = company;
    await givePlan(api.database.admin, companyId);
    await api.database.admin`update connections set status = 'connected' where id = ${connectionId}`;
    await api.database
      .admin`update connection_queues set queue_id = ${queues.sales} where company_id = ${companyId}`;
    admin = await api.signIn(company.admin);
    counter = openCounter(api, company);
  });
}
