import * as contracts from '@balcao/shared/api/queue-integrations.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { createCompany } from '../../../test/fixtures.ts';

let api: TestApi;
let token: string;

beforeAll(async () => {
  api = await startApi();
  await createCompany(api.database.admin, 'Operator');
  const company = await createCompany(api.database.admin, 'Loja');
  token = await api.signIn(company.ana);
});
afterAll(() => api.stop());

it('is kept by everybody, under a name that nothing else has', async () => {
  const created = await api.call(contracts.createQueueIntegration, { body: { name: ' Ótimo ' }, token });
  expect(created).toEqual({ id: expect.any(Number), name: 'Ótimo' });
  await api.refused('ERR_VALIDATION', contracts.createQueueIntegration, { body: { name: ' ' }, token });
  await api.refused('ERR_QUEUE_INTEGRATION_NAME_TAKEN', contracts.createQueueIntegration, {
    body: { name: 'otimo' },
    token,
  });
  const params = { queueIntegrationId: created.id };
  const changed = await api.call(contracts.updateQueueIntegration, {
    params,
    body: { name: 'Melhor' },
    token,
  });
  expect(await api.call(contracts.getQueueIntegration, { params, token })).toEqual(changed);
  const found = await api.call(contracts.listQueueIntegrations, { query: { searchParam: 'melh' }, token });
  expect(found).toEqual({ queueIntegrations: [changed], hasMore: false });
  await api.call(contracts.deleteQueueIntegration, { params, token });
  await api.refused('ERR_NO_QUEUE_INTEGRATION_FOUND', contracts.getQueueIntegration, { params, token });
});
