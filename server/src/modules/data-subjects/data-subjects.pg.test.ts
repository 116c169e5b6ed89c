import { listAudit } from '@balcao/shared/audit-log.ts';
import { createContact, deleteContact } from '@balcao/shared/features/contacts/calls.ts';
import {
  type DataFile,
  getFileOfContact,
  getFileOfNumber,
  listDataSubjects,
} from '@balcao/shared/features/data-subjects/calls.ts';
import { DATA_KINDS } from '@balcao/shared/features/data-subjects/kinds.ts';
import { holdContact } from '@balcao/shared/features/retention/calls.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, insertedId } from '../../../test/fixtures.ts';
import { leaveTraces, list } from './testing/traces.ts';

const ANA = '5511987654321';
const BIA = '5521976543210';
const CPF = '529.982.247-25';

let api: TestApi;
let company: CompanyFixture;
let token: string;

beforeAll(async () => {
  api = await startApi({ documented: true, env: { BACKUP_TO: '/backup', BACKUP_PASSWORD_FILE: '/words' } });
});
beforeEach(async () => {
  company = await createCompany(api.database.admin, `Clínica ${crypto.randomUUID()}`);
  token = await api.signIn(company.admin);
});
afterAll(() => api.stop());

const sql = () => api.database.admin;
const row = () => ({ company_id: company.companyId });

async function contact(name: string, number: string, more: object = {}): Promise<number> {
  const { id } = await api.call(createContact, { token, body: { name, number, ...more } });
  return id;
}

const search = async (searchParam: string) =>
  (await api.call(listDataSubjects, { token, query: { searchParam } })).subjects.map(({ id }) => id);
const fileOf = (contactId: number) => api.call(getFileOfContact, { token, params: { contactId } });
const fileOfNumber = (number: string) => api.call(getFileOfNumber, { token, params: { number } });

const listed = (name: string, number: string, email = '') =>
  list(sql(), company.companyId, { name, number, email });

it('finds by name, number, e-mail and document, also who is in lists alone, and nobody else', async () => {
  const fields = [{ name: 'CPF', value: `${CPF} (conferido)` }];
  const ana = `contact:${await contact('Ana Lima', ANA, { email: 'ana@lima.test', extraInfo: fields })}`;
  await listed('Bia Souza', BIA, 'Bia@Souza.test');
  const bia = `number:${BIA}`;
  expect(await search('lima')).toEqual([ana]);
  expect(await search('98765')).toEqual([ana]);
  expect(await search('(11) 8765-4321')).toEqual([ana]);
  expect(await search('ANA@lima.test')).toEqual([ana]);
  // The address of somebody's mails, which nobody has noted.
  await api.admin`
    insert into contact_identities (company_id, kind, value, contact_id)
    select company_id, 'email', 'compras@lima.test', id from contacts where name = 'Ana Lima'`;
  expect(await search('Compras@Lima.test')).toEqual([ana]);
  expect(await search('52998224725')).toEqual([ana]);
  expect(await search('529.982.247-26')).toEqual([]);
  expect(await search('(21) 97654-3210')).toEqual([bia]);
  expect(await search(BIA)).toEqual([bia]);
  expect(await search('bia@souza.test')).toEqual([bia]);
  expect(await search('@')).toEqual([]);
  expect(await search('')).toEqual([]);
  // Once she is a contact too, she is one person.
  const found = await contact('Bia Souza', BIA);
  expect(await search('bia@souza.test')).toEqual([]);
  expect(await search(BIA)).toEqual([`contact:${found}`]);

  const other = await createCompany(sql(), 'Vizinha');
  const query = { searchParam: CPF };
  const theirs = await api.call(listDataSubjects, { token: await api.signIn(other.admin), query });
  expect(theirs).toEqual({ subjects: [], hasMore: false });
  const agent = await api.signIn(company.ana);
  await api.refused('ERR_NO_PERMISSION', listDataSubjects, { token: agent, query });
});

it('finds by the names of lists, campaigns and phone books, and by the e-mail filled in beside a chat', async () => {
  const beto = `contact:${await contact('Beto', ANA)}`;
  await listed('Roberto da Silva', ANA);
  await listed('João Souza', BIA);
  expect(await search('roberto silva')).toEqual([beto]);
  expect(await search('beto')).toEqual([beto]);
  expect(await search('joao')).toEqual([`number:${BIA}`]);
  expect(await search('jo')).toEqual([]);
  expect(await search('%')).toEqual([]);
  expect(await search('souza joão')).toEqual([]);

  const traced = await contact('Caio', '5511955554444');
  await leaveTraces(sql(), company, traced, '5511955554444');
  expect(await search('Ana')).toEqual([`contact:${traced}`]);
  await sql()`update web_visitors set facts = facts || '{"email": "Caio@Loja.test"}' where company_id = ${company.companyId}`;
  expect(await search('caio@loja.TEST')).toEqual([`contact:${traced}`]);
  // Whom a campaign alone has, and a phone's address book alone.
  await sql()`delete from contacts where company_id = ${company.companyId}`;
  await sql()`delete from contact_list_items where company_id = ${company.companyId}`;
  expect(await search('ANA')).toEqual(['number:5511955554444']);
  await sql()`update campaign_recipients set name = '' where company_id = ${company.companyId}`;
  expect(await search('ana')).toEqual(['number:5511955554444']);
  await sql()`update phone_contacts set name = 'Outra' where company_id = ${company.companyId}`;
  expect(await search('ana')).toEqual([]);

  const other = await createCompany(sql(), `Vizinha ${crypto.randomUUID()}`);
  const theirs = { token: await api.signIn(other.admin), query: { searchParam: 'outra' } };
  expect((await api.call(listDataSubjects, theirs)).subjects).toEqual([]);
});

it('opens by an address as long as one may be, with signs that mean something in a path', async () => {
  const { companyId } = company;
  const traced = await contact('Caio', '5511955554444');
  await leaveTraces(sql(), company, traced, '5511955554444');
  for (const local of ['compras:sul/loja%40', 'x'.repeat(245)]) {
    const address = `${local}@loja.tst`;
    await sql()`update campaign_recipients set number = ${address} where company_id = ${companyId}`;
    expect(await fileOfNumber(address)).toMatchObject({ numbers: [address], counts: { campaigns: 1 } });
  }
});

it('finds the number of whoever stands in rows of a file or has written in groups alone, with all that there is', async () => {
  await leaveTraces(sql(), company, await contact('Caio', '5511955554444'), '5511955554444');
  const [imported] = await sql()<{ id: string }[]>`
    update contact_imports set meanings = '{number,name}' where company_id = ${company.companyId} returning id`;
  const cells = (written: string[]) =>
    sql()`update contact_import_rows set cells = ${written} where import_id = ${imported?.id ?? ''} and row = 2`;
  await cells(['fixo 3333-4444 / (21) 97654-3210', 'Bia']);
  const query = { searchParam: '21 97654-3210' };
  expect((await api.call(listDataSubjects, { token, query })).subjects).toMatchObject([
    { id: `number:${BIA}`, name: 'Bia', contactId: null },
  ]);
  expect((await fileOfNumber(BIA)).counts).toMatchObject({ imports: 1, groupMessages: 0 });
  expect(await search('3210')).toEqual([]);
  await cells(['', '']);
  expect(await search(BIA)).toEqual([]);

  // WhatsApp spells her without the ninth digit, and somebody else by a name that is no number.
  const says = (participant: string, name: string) => sql()`
    update messages set participant = ${participant}, participant_name = ${name}
    where company_id = ${company.companyId} and participant like '55%9%' and created_at = '2026-01-08T12:00:00Z'`;
  await says('552176543210@s.whatsapp.net', 'Bia do 12');
  expect((await api.call(listDataSubjects, { token, query })).subjects).toMatchObject([
    { id: `number:${BIA}`, name: 'Bia do 12', contactId: null },
  ]);
  expect(await fileOfNumber(BIA)).toMatchObject({ name: 'Bia do 12', counts: { groupMessages: 1 } });
  await sql()`update messages set participant = '99887766554433@lid' where participant = '552176543210@s.whatsapp.net'`;
  expect(await search('99887766554433')).toEqual(['number:99887766554433']);
  const bia = await contact('Bia Souza', BIA);
  await sql()`insert into contact_identities ${sql()({ ...row(), kind: 'lid', value: '99887766554433', contact_id: bia })}`;
  expect(await search('99887766554433')).toEqual([`contact:${bia}`]);
  expect((await fileOfNumber('99887766554433')).counts.groupMessages).toBe(1);

  const other = await createCompany(sql(), `Vizinha ${crypto.randomUUID()}`);
  const theirs = { token: await api.signIn(other.admin), query: { searchParam: '99887766554433' } };
  expect((await api.call(listDataSubjects, theirs)).subjects).toEqual([]);
});

it('pages by name, with whom the text names exactly on the first page alone', async () => {
  const people = Array.from({ length: 45 }, (_, index) => ({
    ...row(),
    name: `Maria ${String(index).padStart(2, '0')}`,
    number: `55319${80_000_000 + index}`,
  }));
  await sql()`insert into contacts ${sql()(people)}`;
  const page = (pageNumber: number) =>
    api.call(listDataSubjects, { token, query: { searchParam: 'maria', pageNumber: String(pageNumber) } });
  const pages = [await page(1), await page(2)];
  expect(pages.map(({ hasMore }) => hasMore)).toEqual([true, false]);
  const names = pages.flatMap(({ subjects }) => subjects.map(({ name }) => name));
  expect(names).toEqual(people.map(({ name }) => name));

  await sql()`delete from contacts where company_id = ${company.companyId}`;
  for (const { name, number } of people) await listed(name, number);
  const numbers = [await page(1), await page(2)];
  expect(numbers.map(({ hasMore }) => hasMore)).toEqual([true, false]);
  expect(numbers.flatMap(({ subjects }) => subjects.map(({ name }) => name))).toEqual(names);
});

const ONE_OF_EACH: DataFile['counts'] = {
  tickets: 1,
  messages: 3,
  groupMessages: 1,
  files: 1,
  notes: 1,
  calls: 1,
  ratings: 1,
  questions: 1,
  aiRequests: 1,
  schedules: 1,
  lists: 1,
  campaigns: 1,
  phoneBooks: 1,
  numberChecks: 1,
  imports: 2,
  deliveries: 1,
  visits: 1,
  holds: 1,
};

it('counts everything about a person over linked contacts, tells of backups, and notes who looked once an hour', async () => {
  const ana = await contact('Ana Lima', ANA);
  const telegram = await insertedId(
    sql()`insert into contacts ${sql()({ ...row(), name: 'Aninha' })} returning id`,
  );
  await sql()`insert into contact_identities ${sql()({ ...row(), kind: 'telegram', value: '77', contact_id: telegram })}`;
  const person = crypto.randomUUID();
  await sql()`insert into contact_links ${sql()([ana, telegram].map((contact_id) => ({ ...row(), contact_id, person_id: person })))}`;
  await leaveTraces(sql(), company, ana, ANA);
  const bia = await contact('Bia Souza', BIA);
  await sql()`delete from backups`;
  expect((await fileOf(bia)).backups).toBeNull();
  await sql()`
    insert into backups (kind, at, ended_at, outcome, has_database)
    select 'backup', at::timestamptz, now(), outcome, at < '2026-01-09'
    from (values
      ('2025-12-07T04:00:00Z', 'done'), ('2026-01-01T04:00:00Z', 'done'), ('2026-01-07T04:00:00Z', 'done'),
      ('2026-01-08T04:00:00Z', 'failed'), ('2026-01-09T04:00:00Z', 'done')) as one (at, outcome)`;
  await api.call(holdContact, { token, params: { contactId: ana }, body: { reason: 'Processo 12' } });

  const file = await fileOf(telegram);
  expect(file).toMatchObject({
    name: 'Aninha',
    contacts: [
      { id: ana, channels: ['web', 'whatsapp'], held: true },
      { id: telegram, channels: ['telegram'], held: false },
    ],
    numbers: [ANA],
    counts: ONE_OF_EACH,
    firstAt: '2026-01-02T12:00:00.000Z',
    lastAt: '2026-01-07T12:00:00.000Z',
    keptOptOut: false,
    // The oldest is gone by now; one that failed in the end may have been saved.
    backups: {
      runs: [
        { firstAt: '2026-01-07T04:00:00.000Z', lastAt: '2026-01-09T04:00:00.000Z' },
        { firstAt: '2026-01-01T04:00:00.000Z', lastAt: '2026-01-01T04:00:00.000Z' },
      ],
      keptDays: 30,
      hasDatabase: false,
    },
  });
  expect((await fileOfNumber(ANA)).counts).toEqual(ONE_OF_EACH);
  expect((await fileOf(bia)).counts).toEqual(Object.fromEntries(DATA_KINDS.map((kind) => [kind, 0])));

  await fileOf(telegram);
  const query = { onlyReading: 'true', entity: 'dataSubject' };
  const noted = (await api.call(listAudit, { token, query })).entries;
  expect(noted.map(({ action, entityId, entityName }) => [action, entityId, entityName])).toEqual([
    ['read', String(ana), 'A**** L****'],
    ['read', String(telegram), 'A****'],
    ['read', String(bia), 'B**** S****'],
  ]);
  const words = await api.call(listAudit, { token, query: { ...query, searchParam: 'L****' } });
  expect(words.entries).toHaveLength(1);
  await search(CPF);
  const [document] = (await api.call(listAudit, { token, query: { entity: 'document' } })).entries;
  expect(document).toMatchObject({ action: 'search', entityName: '***.982.247-**' });
});

it('tells of a number that only lists have, of an opt-out that outlived its contact, and of nothing else', async () => {
  await listed('Bia Souza', BIA);
  expect(await fileOfNumber('55 (21) 97654-3210')).toMatchObject({
    name: 'Bia Souza',
    contacts: [],
    numbers: [BIA],
    counts: { lists: 1, campaigns: 0, messages: 0 },
  });
  await api.refused('ERR_NO_DATA_SUBJECT_FOUND', getFileOfNumber, { token, params: { number: ANA } });
  const ana = await contact('Ana Lima', ANA, { optedOut: true });
  await api.call(deleteContact, { token, params: { contactId: ana } });
  expect(await fileOfNumber(ANA)).toMatchObject({ keptOptOut: true, contacts: [], counts: { lists: 0 } });
  await api.refused('ERR_NO_CONTACT_FOUND', getFileOfContact, { token, params: { contactId: ana } });

  const group = await insertedId(
    sql()`insert into contacts ${sql()({ ...row(), name: 'Família', is_group: true })} returning id`,
  );
  await api.refused('ERR_CONTACT_IS_GROUP', getFileOfContact, { token, params: { contactId: group } });
  const other = await createCompany(sql(), `Vizinha ${crypto.randomUUID()}`);
  const theirs = { token: await api.signIn(other.admin), params: { number: BIA } };
  await api.refused('ERR_NO_DATA_SUBJECT_FOUND', getFileOfNumber, theirs);
});
