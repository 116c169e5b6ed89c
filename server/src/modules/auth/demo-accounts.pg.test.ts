import { listDemoAccounts, login } from '@balcao/shared/features/auth/calls.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { seedDemo } from '../../demo/seed.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const offered = async (of: TestApi) => (await of.call(listDemoAccounts)).accounts;

it('offers the accounts of a demo, with the passwords that work, to its own computer alone', async () => {
  await api.company('Padaria');
  expect(await offered(api)).toEqual([]);
  await api.admin`truncate companies cascade`;

  await seedDemo({ ...api.deps, standIn: null, publicUrl: null, efi: null }, 'empty');
  const accounts = await offered(api);
  expect(accounts.map(({ name }) => name)).toEqual(['Ana', 'Bruno', 'Admin']);
  for (const { name, ...account } of accounts)
    expect((await api.call(login, { body: account })).user).toMatchObject({ name });

  for (const env of [{ HOST: '0.0.0.0' }, { HOST: '::' }, { PUBLIC_URL: 'https://desk.example.com' }]) {
    const other = await startApi({ beside: api, env });
    expect(await offered(other)).toEqual([]);
    await other.stop();
  }

  // Programs beside it may know where it is.
  const known = await startApi({ beside: api, env: { PUBLIC_URL: 'http://127.0.0.1:8080' } });
  expect(await offered(known)).toEqual(accounts);
  await known.stop();

  await api.admin`update users set password_hash = 'chosen' where name = 'Ana'`;
  expect((await offered(api)).map(({ name }) => name)).toEqual(['Bruno', 'Admin']);
});
