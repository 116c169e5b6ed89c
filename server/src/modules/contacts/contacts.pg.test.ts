import type { Actor } from '@balcao/shared/contract/roles.ts';
import {
  createContact,
  listContacts,
  mergeContact,
  updateContact,
} from '@balcao/shared/features/contacts/calls.ts';
import { listTicketNotes } from '@balcao/shared/features/ticket-notes/calls.ts';
import {
  createTicket as beginTicket,
  deleteTicket,
  updateTicket,
} from '@balcao/shared/features/tickets/calls.ts';
import { deleteUser } from '@balcao/shared/features/users/calls.ts';
import { soughtSpellings } from '@balcao/shared/phone/digits.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { visibilityErrors } from '../../../test/contact-visibility.ts';
import {
  type CompanyFixture,
  createCompany,
  createTicket,
  createUser,
  type UserFixture,
} from '../../../test/fixtures.ts';
import { lookedAt, since } from '../../../test/looked-at.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Page, PlaceByName } from '../../platform/db/page.ts';
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

it('contacts are narrowed to a channel and to a tag of a conversation that the caller sees, page after page', async () => {
  const { admin: sql } = api.database;
  const own = await createCompany(sql, 'Narrow');
  const { companyId } = own;
  await sql`
    insert into contacts (company_id, name, number)
    select ${companyId}, 'Zé ' || lpad(n::text, 4, '0'), '55' || n from generate_series(1, 2500) n`;
  const tagOf = async (name: string, company = companyId) => {
    const [tag] = await sql<{ id: string }[]>`
      insert into tags (company_id, name, color) values (${company}, ${name}, '#112233') returning id`;
    return String(tag?.id);
  };
  const vip = await tagOf('VIP');
  const open = async (pattern: string, queueId: number) => sql`
    with held as (
      insert into tickets (company_id, contact_id, connection_id, queue_id, status)
      select company_id, id, ${own.connectionId}, ${queueId}, 'pending' from contacts
      where company_id = ${companyId} and name like ${pattern} returning id)
    insert into ticket_tags (company_id, ticket_id, tag_id) select ${companyId}, id, ${vip} from held`;
  await open('Zé 24__', own.queues.support);
  await open('Zé 0001', own.queues.sales);
  await sql`
    insert into contact_identities (company_id, contact_id, kind, value)
    select company_id, id, case when name = 'Zé 2450' then 'telegram' else 'phone' end, number from contacts
    where company_id = ${companyId}`;
  await sql`analyze contacts, ticket_tags, tickets, contact_identities`;
  const [admin, ana] = [await lister(own.admin), await lister(own.ana)];

  const numbers = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => `Zé ${String(first + index).padStart(4, '0')}`);
  const page = await admin({ tagId: vip });
  expect(page.names).toEqual(['Zé 0001', ...numbers(2400, 39)]);
  const second = await admin({ tagId: vip, after: page.next ?? '' });
  const third = await admin({ tagId: vip, after: second.next ?? '' });
  expect([second.names, third.names, third.hasMore]).toEqual([numbers(2439, 40), numbers(2479, 21), false]);
  expect((await ana({ tagId: vip })).names).toEqual(numbers(2400, 40));
  expect((await admin({ channel: 'telegram' })).names).toEqual(['Zé 2450']);
  expect((await admin({ channel: 'telegram', tagId: vip, searchParam: '2450' })).names).toEqual(['Zé 2450']);
  expect((await admin({ channel: 'whatsapp', tagId: vip, searchParam: '2450' })).names).toEqual([]);
  expect((await admin({ channel: 'whatsapp' })).names).toEqual(numbers(1, 40));
  const foreign = await tagOf('Other', company.companyId);
  expect((await admin({ tagId: foreign })).names).toEqual([]);
});

it('finds a mobile as people say it, whichever way WhatsApp spells it', async () => {
  const { companyId, admin: owner } = await createCompany(api.database.admin, 'Telefones');
  const admin = await lister(owner);
  const sql = api.database.admin;
  await sql`
    insert into contacts (company_id, name, number)
    values (${companyId}, 'Olga', '553187654321'), (${companyId}, 'Paula', '5531987651111')`;
  for (const said of ['98765-4321', '(31) 9 8765-4321', '5531987654321', 'olga 98765'])
    expect([said, (await admin({ searchParam: said })).names]).toEqual([said, ['Olga']]);
  for (const said of ['3187651111', '8765 1111'])
    expect([said, (await admin({ searchParam: said })).names]).toEqual([said, ['Paula']]);
  const words = [
    '98765',
    '989876543',
    '31987654321',
    '553187654321',
    '3198',
    '9',
    '1234',
    'ana',
    '98765432100',
  ];
  for (const word of words) {
    const [row] = await sql`select spellings_of(${word}) as spellings`;
    expect(row?.spellings).toEqual(soughtSpellings(word).sort());
  }
});

it('pages of many are the same with and without a search, however far down the names begin', async () => {
  const { admin } = api.database;
  const many = await createCompany(admin, 'Many');
  // More than one step of a search looks at before it changes its way, and than it takes from the index.
  await admin`
    insert into contacts (company_id, name, number)
    select ${many.companyId}, case when n <= 1200 then 'Ana ' else 'Zé ' end || lpad(n::text, 4, '0'), '55' || n
    from generate_series(1, 6400) n`;
  await admin`analyze contacts`;
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
  // A contact that goes while others read on leaves no gap, and one that comes in front moves none.
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
  const few = ['Ana 0900', 'Zé 3000', 'Zé 6000'];
  await admin`
    update contacts set added_by = array[${many.ana.id}::bigint]
      || case when name = any (${few}) then array[${many.bruno.id}::bigint] else '{}' end
    where company_id = ${many.companyId}`;
  await admin`analyze contacts, contact_sight`;
  const agent = ({ id }: UserFixture): Actor => ({ ...actor, userId: id, profile: 'user' });
  const read = (who: Actor, text: string | undefined, page: Page<PlaceByName>) =>
    api.db.readCompany(many.companyId, async (tx) => {
      const before = await lookedAt(tx, 'contacts');
      const found = await repo.listContacts(tx, who, text, page);
      return { names: found.map(({ name }) => name), ...since(before, await lookedAt(tx, 'contacts')) };
    });
  for (const who of [actor, agent(many.ana)]) {
    const end = await read(who, undefined, { offset: 0, limit: 41, after: ['ze 6359', 0] });
    expect({ ...end, few: end.rows < 200 }).toMatchObject({ names: { length: 41 }, scans: 0, few: true });
  }
  // And so does the list of somebody who sees three of all these. A search looks for no more than it takes to know that
  // others have many.
  const first = { offset: 0, limit: 41 };
  expect(await read(agent(many.bruno), undefined, first)).toMatchObject({ names: few, scans: 0, rows: 3 });
  const search = await read(agent(many.bruno), 'ze', first);
  expect({ ...search, few: search.rows < 2_500 }).toMatchObject({
    names: few.slice(1),
    scans: 0,
    few: true,
  });
});

it('an agent sees whom they have added and who is behind tickets of theirs, whatever becomes of those', async () => {
  const { admin: sql } = api.database;
  const own = await createCompany(sql, 'Sight');
  const { support, sales } = own.queues;
  const carla = await createUser(sql, own.companyId, 'Carla', []);
  // Also those of no queue.
  await sql`update users set all_ticket = true where id = ${carla.id}`;
  const people = { admin: own.admin, ana: own.ana, bruno: own.bruno, carla };
  const tokens = { admin: '', ana: '', bruno: '', carla: '' };
  for (const who of ['admin', 'ana', 'bruno', 'carla'] as const) tokens[who] = await api.signIn(people[who]);
  const seen = async () => {
    expect(await visibilityErrors(sql, own.companyId)).toEqual([]);
    const by = async (token: string) =>
      token && (await api.call(listContacts, { token })).contacts.map(({ name }) => name).join();
    return [await by(tokens.ana), await by(tokens.bruno), await by(tokens.carla)];
  };
  const number = '5511966660010';
  const { id: maria } = await api.call(createContact, {
    body: { name: 'Maria', number },
    token: tokens.admin,
  });
  expect(await seen()).toEqual(['', '', '']);
  const asked = { contactId: maria, whatsappId: own.connectionId, queueId: support, status: 'pending' };
  const { id: ticketId } = await api.call(beginTicket, { body: asked, token: tokens.admin });
  const write = (who: keyof typeof tokens, body: object) =>
    api.call(updateTicket, { params: { ticketId }, body, token: tokens[who] });
  const dona = await createTicket(sql, own, { name: 'Dona', queueId: sales, userId: carla.id });
  expect(await seen()).toEqual(['Maria', 'Dona', 'Dona']);

  await write('ana', { status: 'open' });
  expect(await seen()).toEqual(['Maria', 'Dona', 'Dona']);
  await write('ana', { userId: own.bruno.id, queueId: sales });
  expect(await seen()).toEqual(['', 'Dona,Maria', 'Dona']);
  await sql`update tickets set queue_id = null where id = ${ticketId}`;
  await write('bruno', { userId: carla.id });
  expect(await seen()).toEqual(['', 'Dona', 'Dona,Maria']);
  await write('carla', { status: 'pending' });
  expect(await seen()).toEqual(['', 'Dona', 'Dona,Maria']);
  await write('admin', { queueId: sales });
  expect(await seen()).toEqual(['', 'Dona,Maria', 'Dona']);
  await write('bruno', { status: 'open' });
  await write('bruno', { status: 'closed' });
  expect(await seen()).toEqual(['', 'Dona,Maria', 'Dona']);

  await api.call(createContact, { body: { name: 'Mariazinha', number }, token: tokens.ana });
  expect(await seen()).toEqual(['Maria', 'Dona,Maria', 'Dona']);
  const params = { contactId: maria };
  await api.call(updateContact, { params, body: { name: 'Ângela' }, token: tokens.ana });
  expect(await seen()).toEqual(['Ângela', 'Ângela,Dona', 'Dona']);
  await api.call(mergeContact, { params, body: { duplicateId: dona.contactId }, token: tokens.admin });
  expect(await seen()).toEqual(['Ângela', 'Ângela', 'Ângela']);
  // The ticket under way that came with the other one goes back to its queue.
  await api.call(deleteUser, { params: { userId: carla.id }, token: tokens.admin });
  tokens.carla = '';
  expect(await seen()).toEqual(['Ângela', 'Ângela', '']);
  for (const id of [ticketId, dona.id])
    await api.call(deleteTicket, { params: { ticketId: id }, token: tokens.admin });
  expect(await seen()).toEqual(['Ângela', '', '']);
});

it('an agent meets everybody once, who is theirs in several ways and who has a name in common', async () => {
  const { admin: sql } = api.database;
  const own = await createCompany(sql, 'Ways');
  const { companyId, connectionId, queues, ana } = own;
  await sql`
    insert into contacts (company_id, name, added_by)
    select ${companyId}, case when n % 7 = 0 then 'Zé ' || n % 20 else 'Ana' end,
      case when n % 2 = 0 then array[${ana.id}::bigint] else '{}' end from generate_series(1, 240) n`;
  // Some are of nobody that she sees.
  const mine = sql`added_by <> '{}' or id % 3 = 0 or id % 5 = 0`;
  for (const [every, queueId] of [
    [3, queues.support],
    [5, queues.sales],
  ] as const)
    await sql`
      insert into tickets (company_id, contact_id, connection_id, queue_id, user_id, status)
      select ${companyId}, id, ${connectionId}, ${queueId}, ${queueId === queues.sales ? ana.id : null}, 'closed'
      from contacts where company_id = ${companyId} and id % ${every}::int = 0`;
  const rows = await sql<{ id: number }[]>`
    select id::int from contacts where company_id = ${companyId} and (${mine}) order by sort_name, id`;
  const expected = rows.map(({ id }) => id);
  expect(expected.length).toBeLessThan(200);

  const token = await api.signIn(ana);
  const ask = async (query: Record<string, string>) => {
    const { contacts, next } = await api.call(listContacts, { query, token });
    return { ids: contacts.map(({ id }) => id), next };
  };
  const [followed, counted]: number[][] = [[], []];
  for (let [after, page]: [string | null, number] = ['', 1]; after !== null; page += 1) {
    const behind: Awaited<ReturnType<typeof ask>> = await ask(after ? { after } : {});
    followed?.push(...behind.ids);
    counted?.push(...(await ask({ pageNumber: String(page) })).ids);
    after = behind.next;
  }
  expect(followed).toEqual(expected);
  expect(counted).toEqual(expected);
  expect(await visibilityErrors(sql, companyId)).toEqual([]);
});

it('of two who give and take the sight of one contact at once, neither is forgotten', async () => {
  const { admin: sql } = api.database;
  const own = await createCompany(sql, 'At once');
  const { companyId, queues } = own;
  type Step = (tx: Tx, at: { first: number; second: number; contact: number }) => Promise<unknown>;
  const move =
    (which: 'first' | 'second', queueId: number): Step =>
    (tx, at) =>
      tx`update tickets set queue_id = ${queueId} where company_id = ${companyId} and id = ${at[which]}`;
  const rename: Step = (tx, { contact }) =>
    tx`update contacts set name = 'Zoraide' where company_id = ${companyId} and id = ${contact}`;
  const { support, sales } = queues;
  const meetings: [from: [number, number], one: Step, other: Step, seen: boolean][] = [
    [[sales, sales], move('first', support), move('second', support), true],
    [[support, support], move('first', sales), move('second', sales), false],
    [[support, sales], move('first', sales), move('second', support), true],
    [[sales, support], move('first', support), move('second', sales), true],
    [[sales, sales], rename, move('first', support), true],
    [[sales, sales], move('first', support), rename, true],
  ];
  const ana = await lister(own.ana);
  for (const [from, one, other, seen] of meetings) {
    const [first, second] = [
      await createTicket(sql, own, { queueId: from[0], status: 'closed' }),
      await createTicket(sql, own, { queueId: from[1], status: 'closed' }),
    ];
    await sql`update tickets set contact_id = ${first.contactId} where id = ${second.id}`;
    await sql`delete from contacts where id = ${second.contactId}`;
    const at = { first: first.id, second: second.id, contact: first.contactId };
    let meanwhile: Promise<unknown> = Promise.resolve();
    await api.db.withCompany(companyId, async (tx) => {
      await one(tx, at);
      meanwhile = api.db.withCompany(companyId, (theirs) => other(theirs, at));
      await expect
        .poll(
          async () =>
            (
              await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
            ).count,
        )
        .toBe(1);
    });
    await meanwhile;
    expect(await visibilityErrors(sql, companyId)).toEqual([]);
    expect((await ana()).names).toHaveLength(seen ? 1 : 0);
    await sql`delete from contacts where company_id = ${companyId}`;
  }
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
  // With a slash at the end, as the public API writes this address.
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
