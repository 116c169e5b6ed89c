import * as contracts from '@balcao/shared/api/contact-lists.ts';
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
  const created = await api.call(contracts.createContactList, { body: { name: ' Ótimo ' }, token });
  expect(created).toEqual({ id: expect.any(Number), name: 'Ótimo' });
  await api.refused('ERR_VALIDATION', contracts.createContactList, { body: { name: ' ' }, token });
  await api.refused('ERR_CONTACT_LIST_NAME_TAKEN', contracts.createContactList, {
    body: { name: 'otimo' },
    token,
  });
  const params = { contactListId: created.id };
  const changed = await api.call(contracts.updateContactList, { params, body: { name: 'Melhor' }, token });
  expect(await api.call(contracts.getContactList, { params, token })).toEqual(changed);
  const found = await api.call(contracts.listContactLists, { query: { searchParam: 'melh' }, token });
  expect(found).toEqual({ contactLists: [changed], hasMore: false });
  await api.call(contracts.deleteContactList, { params, token });
  await api.refused('ERR_NO_CONTACT_LIST_FOUND', contracts.getContactList, { params, token });
});
