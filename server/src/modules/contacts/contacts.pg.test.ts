import { createContact, listContacts } from '@balcao/shared/api/contacts.ts';
import { listTicketNotes } from '@balcao/shared/api/ticket-notes.ts';
import { createTicket as beginTicket } from '@balcao/shared/api/tickets.ts';
import type { Actor } from '@balcao/shared/permissions.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import {
  type CompanyFixture,
  createCompany,
  createTicket,
  type UserFixture,
} from '../../../test/fixtures.ts';
import { lookedAt, since } from '../../../test/looked-at.ts';
import * as repo from './contacts.repo.ts';

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
    const { contacts, hasMore, next } = await api.call(listContacts, { query, token });
    expect(hasMore).toBe(next !== null);
    return { names: contacts.map(({ name }) => name), hasMore, ...(next ? { next } : {}) };
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

  expect(await list()).toMatchObject({ names: numbers(1, 40, 'Ana'), hasMore: true });
  expect(await list({ pageNumber: '31' })).toMatchObject({ names: numbers(1201, 40, 'Zé'), hasMore: true });
  expect(await list({ pageNumber: '160' })).toEqual({ names: numbers(6361, 40, 'Zé'), hasMore: false });
  expect(await list({ pageNumber: '161' })).toEqual({ names: [], hasMore: false });

  expect(await list({ searchParam: 'ana', pageNumber: '2' })).toMatchObject({
    names: numbers(41, 40, 'Ana'),
    hasMore: true,
  });
  expect(await list({ searchParam: 'ze' })).toMatchObject({ names: numbers(1201, 40, 'Zé'), hasMore: true });
  expect(await list({ searchParam: '123 ana' })).toEqual({
    names: ['Ana 0123', 'Ana 1123'],
    hasMore: false,
  });

  /** Page after page; somebody may do something between two. */
  const follow = async (query: Record<string, string>, between = async () => {}) => {
    const names: string[] = [];
    for (let after: string | undefined; ; ) {
      const page = await list({ ...query, ...(after ? { after } : {}) });
      names.push(...page.names);
      if (!page.next) return names;
      after = page.next;
      await between();
    }
  };
  const all = [...numbers(1, 1_200, 'Ana'), ...numbers(1_201, 5_200, 'Zé')];
  expect(await follow({ searchParam: 'ana' })).toEqual(all.slice(0, 1_200));
  // Who goes while others read on leaves no gap, and who comes in front moves nobody.
  let gone = 0;
  const leave = async () => {
    gone += 1;
    await admin`delete from contacts where company_id = ${many.companyId} and name = ${`Ana ${String(gone).padStart(4, '0')}`}`;
    await admin`insert into contacts (company_id, name) values (${many.companyId}, 'Aa')`;
  };
  expect(await follow({}, leave)).toEqual(all);

  // The last page costs what the first one does.
  const actor: Actor = {
    companyId: many.companyId,
    userId: many.admin.id,
    profile: 'admin',
    super: false,
    allTicket: false,
    queueIds: [],
  };
  await admin`update contacts set added_by = array[${many.ana.id}::bigint] where company_id = ${many.companyId}`;
  await admin`analyze contacts`;
  for (const who of [actor, { ...actor, userId: many.ana.id, profile: 'user' } as const])
    await api.db.readCompany(many.companyId, async (tx) => {
      const before = await lookedAt(tx, 'contacts');
      const page = { offset: 0, limit: 41, after: ['ze 6359', 0] as const };
      expect(await repo.listContacts(tx, who, undefined, page)).toHaveLength(41);
      const read = since(before, await lookedAt(tx, 'contacts'));
      expect({ ...read, few: read.rows < 200 }).toMatchObject({ scans: 0, few: true });
    });
});

it('a place in the list is what the server said, and nothing else', async () => {
  const token = await api.signIn(company.admin);
  for (const after of [
    'x',
    '[]',
    '["a"]',
    '["a","b"]',
    '["a",-1]',
    '{"a":1}',
    `["${'x'.repeat(201)}",1]`,
    '["\\u0000",1]',
  ])
    await api.refused('ERR_VALIDATION', listContacts, { query: { after }, token });
  // As the specification writes the address.
  const headers = { authorization: `Bearer ${token}` };
  expect((await api.app.inject({ url: '/contacts/?searchParam=ana', headers })).json().contacts).toHaveLength(
    1,
  );
});

it('whoever does not see a contact cannot name it in a call either', async () => {
  const own = await createCompany(api.database.admin, 'Vizinhas');
  const hidden = await createTicket(api.database.admin, own, { queueId: own.queues.sales });
  const ana = await api.signIn(own.ana);
  const begin = (contactId: number) =>
    api.refused('ERR_NO_CONTACT_FOUND', beginTicket, { body: { contactId }, token: ana });
  const notes = (contactId: number) =>
    api.refused('ERR_NO_CONTACT_FOUND', listTicketNotes, {
      query: { contactId: String(contactId) },
      token: ana,
    });
  for (const ask of [begin, notes]) {
    const { requestId: _, ...missing } = await ask(987_654);
    const { requestId: __, ...unseen } = await ask(hidden.contactId);
    expect(unseen).toEqual(missing);
  }
  const body = { name: 'Conhecida', number: '5511966660009' };
  const mine = await api.call(createContact, { body, token: ana });
  const ticket = await api.call(beginTicket, {
    body: { contactId: mine.id, whatsappId: own.connectionId },
    token: ana,
  });
  expect(ticket.contact.id).toBe(mine.id);
});
