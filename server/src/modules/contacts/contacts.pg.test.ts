import { listContacts } from '@balcao/shared/api/contacts.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import {
  type CompanyFixture,
  createCompany,
  createTicket,
  type UserFixture,
} from '../../../test/fixtures.ts';

let api: TestApi;
let company: CompanyFixture;

beforeAll(async () => {
  api = await startApi();
  company = await createCompany(api.database.admin, 'Padaria');
});
afterAll(() => api.stop());

const named = (owner: CompanyFixture, name: string, queueId = owner.queues.support) =>
  createTicket(api.database.admin, owner, { name, queueId });

async function lister(user: UserFixture) {
  const token = await api.signIn(user);
  return async (query: Record<string, string> = {}) => {
    const { contacts, hasMore } = await api.call(listContacts, { query, token });
    return { names: contacts.map(({ name }) => name), hasMore };
  };
}

it('contacts are listed and found by name, for agents those behind the tickets that they see', async () => {
  for (const name of ['Élio', 'bento', 'Ana Luísa', 'Álvaro']) await named(company, name);
  await named(company, 'Caio', company.queues.sales);
  await named(await createCompany(api.database.admin, 'Other'), 'Ana');
  const [admin, ana] = [await lister(company.admin), await lister(company.ana)];

  expect(await admin()).toEqual({ names: ['Álvaro', 'Ana Luísa', 'bento', 'Caio', 'Élio'], hasMore: false });
  expect((await ana()).names).toEqual(['Álvaro', 'Ana Luísa', 'bento', 'Élio']);
  expect((await admin({ searchParam: 'luisa an' })).names).toEqual(['Ana Luísa']);
  expect((await admin({ searchParam: 'ai' })).names).toEqual(['Caio']);
  expect((await ana({ searchParam: 'ai' })).names).toEqual([]);
  expect((await admin({ searchParam: '%' })).names).toEqual([]);
});

it('pages of many are the same with and without a search, however far down the names begin', async () => {
  const { admin } = api.database;
  const many = await createCompany(admin, 'Many');
  // More than one step of a search looks at before it changes its way, and than it takes from the index.
  await admin`
    insert into contacts (company_id, name, number)
    select ${many.companyId}, case when n <= 1200 then 'Ana ' else 'Zé ' end || lpad(n::text, 4, '0'), '55' || n
    from generate_series(1, 6400) n`;
  const list = await lister(many.admin);
  const numbers = (first: number, count: number, name: string) =>
    Array.from({ length: count }, (_, index) => `${name} ${String(first + index).padStart(4, '0')}`);

  expect(await list()).toEqual({ names: numbers(1, 40, 'Ana'), hasMore: true });
  expect(await list({ pageNumber: '31' })).toEqual({ names: numbers(1201, 40, 'Zé'), hasMore: true });
  expect(await list({ pageNumber: '160' })).toEqual({ names: numbers(6361, 40, 'Zé'), hasMore: false });
  expect(await list({ pageNumber: '161' })).toEqual({ names: [], hasMore: false });

  expect(await list({ searchParam: 'ana', pageNumber: '2' })).toEqual({
    names: numbers(41, 40, 'Ana'),
    hasMore: true,
  });
  expect(await list({ searchParam: 'ze' })).toEqual({ names: numbers(1201, 40, 'Zé'), hasMore: true });
  expect(await list({ searchParam: '123 ana' })).toEqual({
    names: ['Ana 0123', 'Ana 1123'],
    hasMore: false,
  });
});
