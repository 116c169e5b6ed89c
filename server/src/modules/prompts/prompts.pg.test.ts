import * as contracts from '@balcao/shared/api/prompts.ts';
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
  const created = await api.call(contracts.createPrompt, { body: { name: ' Ótimo ' }, token });
  expect(created).toEqual({ id: expect.any(Number), name: 'Ótimo' });
  await api.refused('ERR_VALIDATION', contracts.createPrompt, { body: { name: ' ' }, token });
  await api.refused('ERR_PROMPT_NAME_TAKEN', contracts.createPrompt, { body: { name: 'otimo' }, token });
  const params = { promptId: created.id };
  const changed = await api.call(contracts.updatePrompt, { params, body: { name: 'Melhor' }, token });
  expect(await api.call(contracts.getPrompt, { params, token })).toEqual(changed);
  const found = await api.call(contracts.listPrompts, { query: { searchParam: 'melh' }, token });
  expect(found).toEqual({ prompts: [changed], hasMore: false });
  await api.call(contracts.deletePrompt, { params, token });
  await api.refused('ERR_NO_PROMPT_FOUND', contracts.getPrompt, { params, token });
});
