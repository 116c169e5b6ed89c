import { listAudit } from '@balcao/shared/audit-log.ts';
import type { RouteOutput } from '@balcao/shared/contract/call.ts';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import * as contracts from '@balcao/shared/features/contacts/calls.ts';
import { CONTACT_LINKS_MAX } from '@balcao/shared/features/contacts/limits.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import {
  type CompanyFixture,
  createCompany,
  createTicket,
  type UserFixture,
} from '../../../test/fixtures.ts';
import * as links from './contact-links.service.ts';

let api: TestApi;
let company: CompanyFixture;
let admin: string;
let companies = 0;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  company = await createCompany(api.database.admin, `Padaria ${++companies}`);
  admin = await api.signIn(company.admin);
});

const actor = (user: UserFixture, profile: Actor['profile'] = 'user'): Actor => ({
  companyId: company.companyId,
  userId: user.id,
  profile,
  super: false,
  allTicket: false,
  queueIds: [company.queues.support],
});
const boss = () => actor(company.admin, 'admin');

const customer = (name: string, queueId = company.queues.support) =>
  createTicket(api.database.admin, company, { name, queueId });
const link = (contactId: number, otherId: number, who = boss(), personId = uuidv7()) =>
  api.db.withCompany(company.companyId, (tx) => links.link(tx, who, { contactId, otherId, personId }));
const unlink = (contactId: number, who = boss()) =>
  api.db.withCompany(company.companyId, (tx) => links.unlink(tx, who, { contactId }));
const at = (contactId: number, token = admin) => ({ params: { contactId }, token });
const linkedTo = async (contactId: number, token?: string) =>
  (await api.call(contracts.listLinkedContacts, at(contactId, token))).map(({ name }) => name);
const uuidOf = async (ticketId: number) =>
  (await api.database.admin<{ uuid: string }[]>`select uuid from tickets where id = ${ticketId}`)[0]?.uuid;
const personOf = async (contactId: number) => (await api.call(contracts.getContact, at(contactId))).personId;

it('shows the conversations of all linked contacts page by page, and of each alone; unlinking takes that away', async () => {
  const [maria, shop, other] = [await customer('Maria'), await customer('Maria Loja'), await customer('Zé')];
  await link(maria.contactId, shop.contactId);
  // Nothing is written twice.
  await link(shop.contactId, maria.contactId);
  await link(other.contactId, shop.contactId);
  expect(await linkedTo(maria.contactId)).toEqual(['Maria Loja', 'Zé']);

  const tickets = async (query: Record<string, string>) => {
    const page = await api.call(contracts.listContactTickets, { ...at(maria.contactId), query });
    return { ids: page.tickets.map(({ id }) => id), next: page.next };
  };
  expect((await tickets({})).ids).toEqual([maria.id]);
  const all = await tickets({ linked: 'true' });
  expect(all.ids).toEqual([other.id, shop.id, maria.id]);
  const { tickets: listed } = await api.call(contracts.listContactTickets, {
    ...at(maria.contactId),
    query: { linked: 'true' },
  });
  const [first] = listed;
  const after = JSON.stringify([first?.lastMessageAt, first?.id]);
  expect((await tickets({ linked: 'true', after })).ids).toEqual([shop.id, maria.id]);

  await unlink(shop.contactId);
  await unlink(shop.contactId);
  expect(await linkedTo(maria.contactId)).toEqual(['Zé']);
  // Of two neither is linked to anybody when one leaves.
  await unlink(maria.contactId);
  expect(await personOf(other.contactId)).toBeNull();
  const { entries } = await api.call(listAudit, { token: admin, query: { entity: 'contact' } });
  expect(entries.map(({ action, entityName }) => [action, entityName])).toEqual([
    ['unlink', 'M****'],
    ['unlink', 'M**** L****'],
    ['link', 'Z****'],
    ['link', 'M****'],
  ]);
});

it('shows the files of all linked contacts by time, page by page, each with its contact and channel', async () => {
  const { companyId, connectionId } = company;
  const [maria, insta, foreign] = [
    await customer('Maria'),
    await customer('Maria Insta'),
    await customer('Zé'),
  ];
  await api.database.admin`
    insert into connections (company_id, id, name, kind, channel)
    overriding system value values (${companyId}, ${connectionId + 1000}, 'Insta', 'hub', 'instagram')`;
  await api.database.admin`update tickets set connection_id = ${connectionId + 1000} where id = ${insta.id}`;
  await api.database.admin`insert into media (company_id, id, state, mime, name)
    select ${companyId}, gen_random_uuid(), 'stored', 'image/png', n::text from generate_series(1, 150) n`;
  // One after the other on one channel and on the other, and as many of somebody else's.
  await api.database.admin`
    insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, media_type, media_id, state, created_at)
    select f.company_id, gen_random_uuid(), t.id, t.contact_id, t.connection_id, false, 'image', f.id, 'received',
      now() + f.name::int * interval '1 minute'
    from media f join tickets t on t.company_id = f.company_id
      and t.id = (array[${maria.id}, ${insta.id}, ${foreign.id}]::bigint[])[1 + f.name::int % 3]
    where f.company_id = ${companyId}`;
  const files = async (): Promise<[name: string | null, contactId: number, channel: string][]> => {
    const all: contracts.ContactFile[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const query = { linked: 'true', ...(after ? { after } : {}) };
      const page: RouteOutput<typeof contracts.listContactMedia> = await api.call(
        contracts.listContactMedia,
        {
          ...at(maria.contactId),
          query,
        },
      );
      all.push(...page.items);
      after = page.next;
    }
    return all.map(({ media, contactId, channel }) => [media.name, contactId, channel]);
  };
  const expected = Array.from({ length: 150 }, (_, index) => 150 - index).flatMap((name) => {
    const [own, others] = [name % 3 === 0, name % 3 === 1];
    if (own) return [[String(name), maria.contactId, 'whatsapp']];
    return others ? [[String(name), insta.contactId, 'instagram']] : [];
  });
  await link(maria.contactId, insta.contactId);
  expect(await files()).toEqual(expected);
  await unlink(maria.contactId);
  expect(await files()).toEqual(expected.filter(([, contactId]) => contactId === maria.contactId));
});

it('an agent sees, links and unlinks only contacts that they see', async () => {
  const [mine, theirs] = [await customer('Maria'), await customer('Maria Loja', company.queues.sales)];
  const ana = await api.signIn(company.ana);
  const who = actor(company.ana);
  await expect(link(mine.contactId, theirs.contactId, who)).rejects.toMatchObject({
    code: 'ERR_NO_CONTACT_FOUND',
  });
  await link(mine.contactId, theirs.contactId);
  expect(await linkedTo(mine.contactId)).toEqual(['Maria Loja']);
  expect(await linkedTo(mine.contactId, ana)).toEqual([]);
  const query = { linked: 'true' };
  const seen = await api.call(contracts.listContactTickets, { ...at(mine.contactId, ana), query });
  expect(seen.tickets.map(({ id }) => id)).toEqual([mine.id]);
  // Of somebody whom they know by another queue they see what that queue has.
  await api.database.admin`update contacts set notes = 'Prefere manhãs' where id = ${mine.contactId}`;
  const whom = async (contactId: number, token: string) =>
    (await api.call(contracts.listLinkedContacts, at(contactId, token))).map(({ notes, ticketUuid }) => [
      notes,
      ticketUuid,
    ]);
  expect(await whom(theirs.contactId, admin)).toEqual([['Prefere manhãs', await uuidOf(mine.id)]]);
  await api.database
    .admin`update contacts set added_by = array[${company.ana.id}::bigint] where id = ${theirs.contactId}`;
  expect(await whom(mine.contactId, ana)).toEqual([['', null]]);
  await api.database.admin`update contacts set added_by = '{}' where id = ${theirs.contactId}`;
  await api.refused('ERR_NO_CONTACT_FOUND', contracts.listLinkedContacts, at(theirs.contactId, ana));
  await expect(unlink(theirs.contactId, who)).rejects.toMatchObject({ code: 'ERR_NO_CONTACT_FOUND' });
});

it('refuses groups, oneself, two persons at once, too many, and a name that another person has', async () => {
  const [a, b, c, d] = [await customer('A'), await customer('B'), await customer('C'), await customer('D')];
  const group = await customer('Padaria');
  await api.database.admin`update contacts set is_group = true where id = ${group.contactId}`;
  await expect(link(a.contactId, group.contactId)).rejects.toMatchObject({ code: 'ERR_CONTACT_IS_GROUP' });
  await expect(link(a.contactId, a.contactId)).rejects.toMatchObject({ code: 'ERR_SAME_CONTACT' });
  await link(a.contactId, b.contactId);
  // Knowing how a person is called lets nobody in.
  await link(c.contactId, d.contactId, boss(), (await personOf(a.contactId)) ?? '');
  expect(await linkedTo(a.contactId)).toEqual(['B']);
  await expect(link(b.contactId, c.contactId)).rejects.toMatchObject({
    code: 'ERR_CONTACT_LINKED',
    params: { name: 'C' },
  });
  for (let more = 2; more < CONTACT_LINKS_MAX; more++)
    await link(a.contactId, (await customer(`E${more}`)).contactId);
  await expect(link(a.contactId, (await customer('F')).contactId)).rejects.toMatchObject({
    code: 'ERR_CONTACT_LINKS_FULL',
  });
});

it('two who link and unlink the same contacts at once leave no one alone, and deleting and merging keep what is true', async () => {
  const [a, b, c, d] = [await customer('A'), await customer('B'), await customer('C'), await customer('D')];
  await link(a.contactId, b.contactId);
  await Promise.allSettled([
    unlink(a.contactId),
    link(b.contactId, c.contactId),
    link(c.contactId, b.contactId),
    unlink(b.contactId),
  ]);
  const alone = () => api.database.admin`
    select person_id from contact_links where company_id = ${company.companyId}
    group by person_id having count(*) < 2`;
  expect(await alone()).toEqual([]);
  for (const one of [a, b, c]) await unlink(one.contactId);

  await link(a.contactId, b.contactId);
  await link(c.contactId, d.contactId);
  const merge = { ...at(a.contactId), body: { duplicateId: c.contactId } };
  expect(await api.call(contracts.mergeContact, merge)).toMatchObject({ personId: expect.any(String) });
  expect(await linkedTo(a.contactId)).toEqual(['B', 'D']);
  await api.send(contracts.deleteContact, at(b.contactId));
  expect(await linkedTo(a.contactId)).toEqual(['D']);
  // One contact is linked to nobody.
  await api.call(contracts.mergeContact, { ...at(a.contactId), body: { duplicateId: d.contactId } });
  expect(await personOf(a.contactId)).toBeNull();
  expect(
    await api.database.admin`select from contact_links where company_id = ${company.companyId}`,
  ).toHaveLength(0);
});
