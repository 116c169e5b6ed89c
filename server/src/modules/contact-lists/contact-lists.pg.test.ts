import type { RouteOutput } from '@balcao/shared/contract/call.ts';
import * as contracts from '@balcao/shared/features/contact-lists/calls.ts';
import * as imports from '@balcao/shared/features/contact-lists/imports.ts';
import * as items from '@balcao/shared/features/contact-lists/items.ts';
import { NUMBER_CHECK, NUMBER_CHECKS_KEPT_DAYS } from '@balcao/shared/features/contact-lists/rules.ts';
import { createContact } from '@balcao/shared/features/contacts/calls.ts';
import { getImport } from '@balcao/shared/features/contacts/imports.ts';
import { uploadMedia } from '@balcao/shared/features/media/calls.ts';
import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import {
  type CompanyFixture,
  createCompany,
  createTicket,
  givePlan,
  insertedId,
} from '../../../test/fixtures.ts';
import { holdLease } from '../../../test/hold-lease.ts';
import { lookedAt, since } from '../../../test/looked-at.ts';
import { workbook } from '../../../test/workbook.ts';
import {
  NUMBER_QUESTION,
  NUMBERS_QUESTION,
  type NumberQuestion,
  type NumbersQuestion,
} from '../../platform/realtime/number-questions.ts';
import * as repo from './list-items.repo.ts';

let api: TestApi;
let company: CompanyFixture;
let token: string;
let companies = 0;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  company = await createCompany(api.admin, `Loja ${++companies}`);
  await givePlan(api.admin, company.companyId);
  token = await api.signIn(company.admin);
});

const create = (body: object = { name: 'Clientes' }) =>
  api.call(contracts.createContactList, { body: { basis: { kind: 'customer' }, ...body }, token });
const at = (contactListId: number) => ({ params: { contactListId }, token });
const get = (id: number) => api.call(contracts.getContactList, at(id));
const add = (contactListId: number, number: string, name = 'Maria') =>
  api.call(items.createContactListItem, { body: { contactListId, name, number }, token });
const people = async (contactListId: number, query: Record<string, string> = {}) =>
  (
    await api.call(items.listContactListItems, {
      query: { contactListId: String(contactListId), ...query },
      token,
    })
  ).contacts;
const numbers = async (id: number) => (await people(id)).map(({ number }) => number).toSorted();

describe('a list', () => {
  it('is kept by those who see the company, if its plan has campaigns', async () => {
    const created = await create({ name: ' Clientes ' });
    const empty = { contactsCount: 0, validCount: 0, pendingCount: 0 };
    const basis = { kind: 'customer' };
    expect(created).toEqual({ id: expect.any(Number), name: 'Clientes', basis, ...empty });
    await api.refused('ERR_VALIDATION', contracts.createContactList, { body: { name: 'x', basis }, token });
    const changed = await api.call(contracts.updateContactList, {
      ...at(created.id),
      body: { name: 'Melhores' },
    });
    expect(await get(created.id)).toEqual({ ...changed, name: 'Melhores' });
    const { records } = await api.call(contracts.listContactLists, { query: { searchParam: 'melh' }, token });
    expect(records).toEqual([changed]);
    expect(await api.call(contracts.listContactListChoices, { token })).toEqual([changed]);
    await add(created.id, '11988880001');
    await api.call(contracts.deleteContactList, at(created.id));
    await api.refused('ERR_NO_CONTACT_LIST_FOUND', contracts.getContactList, at(created.id));
    expect(
      await api.admin`select from contact_list_items where contact_list_id = ${created.id}`,
    ).toHaveLength(0);
    await api.refused('ERR_NO_PERMISSION', contracts.listContactLists, {
      token: await api.signIn(company.ana),
    });
    await api.admin`update plans set use_campaigns = false
      where id = (select plan_id from companies where id = ${company.companyId})`;
    token = await api.signIn(company.admin);
    await api.refused('ERR_PLAN_FEATURE_OFF', contracts.listContactLists, { token });
  });

  it('says why its people may be written to, unless it is older than the question', async () => {
    const later = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    for (const basis of [
      undefined,
      null,
      { kind: 'consent' },
      { kind: 'consent', givenOn: later, source: 'Site' },
      { kind: 'consent', givenOn: '2026-02-31', source: 'Site' },
      { kind: 'other', words: ' ' },
    ]) {
      const { details } = await api.refused('ERR_VALIDATION', contracts.createContactList, {
        body: { name: 'Clientes', basis },
        token,
      });
      expect(details?.every(({ location }) => location.startsWith('body.basis'))).toBe(true);
    }
    const old = await insertedId(api.admin`
      insert into contact_lists (company_id, name) values (${company.companyId}, 'Antiga') returning id`);
    expect(await get(old)).toMatchObject({ basis: null });
    const basis = { kind: 'consent', givenOn: '2026-01-31', source: 'Formulário do site' };
    await api.call(contracts.updateContactList, { ...at(old), body: { basis } });
    await api.call(contracts.updateContactList, { ...at(old), body: { name: 'Feira' } });
    expect(await get(old)).toMatchObject({ name: 'Feira', basis });
  });

  it('counts its people, whoever changes them', async () => {
    const { id } = await create();
    const maria = await add(id, '+55 (11) 98888-0001');
    expect(maria).toMatchObject({ number: '5511988880001', isWhatsappValid: null, email: '' });
    // The other spelling of the same mobile.
    const twice = { body: { contactListId: id, name: 'Maria', number: '551188880001' }, token };
    await api.refused('ERR_DUPLICATED_CONTACT_LIST_ITEM', items.createContactListItem, twice);
    const jose = await add(id, '5511988880002', 'José');
    const params = { contactListItemId: jose.id };
    const taken = { params, body: { number: maria.number }, token };
    await api.refused('ERR_DUPLICATED_CONTACT_LIST_ITEM', items.updateContactListItem, taken);
    const change = { name: 'Josefina', email: 'J@x.test' };
    const changed = await api.call(items.updateContactListItem, { params, body: change, token });
    expect(changed).toMatchObject({ name: 'Josefina', email: 'j@x.test', number: jose.number });
    expect(await people(id, { searchParam: 'josé' })).toEqual([changed]);
    expect(await people(id, { searchParam: '8888-0001' })).toEqual([maria]);
    expect(await get(id)).toMatchObject({ contactsCount: 2, pendingCount: 2, validCount: 0 });
    await api.call(items.deleteContactListItem, { params, token });
    expect(await get(id)).toMatchObject({ contactsCount: 1, pendingCount: 1 });
    for (const [field, value] of [
      ['name', 'x'],
      ['number', '1234567'],
      ['email', 'x'],
    ])
      await api.refused('ERR_VALIDATION', items.createContactListItem, {
        body: { contactListId: id, name: 'Ana', number: '5511988880003', [field as string]: value },
        token,
      });
  });

  it('pages through a hundred thousand from the index', async () => {
    const { id } = await create();
    const { companyId } = company;
    await api.admin`
      insert into contact_list_items (company_id, contact_list_id, name, number)
      select ${companyId}, ${id}, 'Cliente ' || n, 55119000000 + n from generate_series(1, 100000) n`;
    await api.admin`analyze contact_list_items`;
    expect(await get(id)).toMatchObject({ contactsCount: 100_000, pendingCount: 100_000 });
    await api.db.readCompany(companyId, async (tx) => {
      const before = await lookedAt(tx, 'contact_list_items');
      const page = { offset: 0, limit: 41, after: ['cliente 5', 1] as const };
      expect(await repo.list(tx, companyId, id, null, page)).toHaveLength(41);
      const looked = since(before, await lookedAt(tx, 'contact_list_items'));
      expect({ ...looked, few: looked.rows < 100 }).toMatchObject({ scans: 0, few: true });
    });
    const more = { body: { contactListId: id, name: 'Ana', number: '5511988880001' }, token };
    const full = await api.refused('ERR_CONTACT_LIST_FULL', items.createContactListItem, more);
    expect(full.params).toEqual({ limit: 100_000 });
  });
});

describe('a list is made', () => {
  it('from a tag and from a search, of each person once', async () => {
    const { companyId, ana } = company;
    const tagId = await insertedId(api.admin`
      insert into tags (company_id, name, color) values (${companyId}, 'VIP', '#ff0000') returning id`);
    const first = await createTicket(api.admin, company, { userId: ana.id, status: 'closed' });
    await createTicket(api.admin, company);
    await api.admin`
      insert into contact_identities (company_id, kind, value, contact_id)
      select company_id, 'phone', number, id from contacts where company_id = ${companyId}`;
    for (const name of ['Bia Souza', 'Caio Souza'])
      await api.call(createContact, {
        body: { name, number: name === 'Bia Souza' ? '551188880005' : '5511988880006' },
        token,
      });
    await api.admin`
      insert into tickets (company_id, contact_id, connection_id, status, last_message_at)
      select company_id, contact_id, connection_id, 'closed', now() from tickets where id = ${first.id}`;
    await api.admin`
      insert into ticket_tags (company_id, ticket_id, tag_id)
      select company_id, id, ${tagId} from tickets where company_id = ${companyId} and contact_id = ${first.contactId}`;
    const tagged = await create({ name: 'VIP', tagId });
    const [contact] = await api.admin`select number from contacts where id = ${first.contactId}`;
    expect(await people(tagged.id)).toMatchObject([{ number: contact?.number, isWhatsappValid: true }]);
    expect(tagged).toMatchObject({ contactsCount: 1, validCount: 1, pendingCount: 0 });

    const found = await create({ name: 'Souzas', contacts: { searchParam: 'souz' } });
    expect(await numbers(found.id)).toEqual(['5511988880005', '5511988880006']);
    // Typed, and never asked about.
    expect(found).toMatchObject({ contactsCount: 2, validCount: 0, pendingCount: 2 });
    const everybody = await create({ name: 'Todos', contacts: {} });
    expect(everybody.contactsCount).toBe(4);
    await api.refused('ERR_NO_TAG_FOUND', contracts.createContactList, {
      body: { name: 'Nada', basis: { kind: 'customer' }, tagId: 999_999 },
      token,
    });
  });
});

describe('a spreadsheet', () => {
  const ROWS = [
    ['nome', 'numero', 'email', 'Cidade'],
    ['João', '+55 11 98888-0001', 'j@x.test', 'São Paulo'],
    ['Joana', '551188880001', '', ''],
    ['', '5511988880002', '', ''],
    ['Zero', '12', '', ''],
  ];
  type View = RouteOutput<typeof imports.getListImport>;
  const ofImport = (contactListId: number, listImportId: string) => ({
    params: { contactListId, listImportId },
    token,
  });

  it.each(['xlsx', 'biff8'] as const)('of the kind %s fills a list at once', async (kind) => {
    const { id } = await create();
    const body = workbook(ROWS, kind);
    const headers = { 'content-type': 'application/octet-stream', 'x-file-name': 'clientes.xls' };
    const made = await api.call(imports.importIntoList, { ...at(id), body, headers });
    const counts = { state: 'done', total: 4, created: 2, skipped: 1, failed: 1 };
    expect(made).toMatchObject({ ...counts, meanings: ['name', 'number', 'email', 'skip'] });
    expect((await people(id)).map(({ name, number, email }) => [name, number, email])).toEqual([
      ['+55 11 98888-0002', '5511988880002', ''],
      ['João', '5511988880001', 'j@x.test'],
    ]);
    const { problems } = await api.call(imports.listListImportProblems, ofImport(id, made.id));
    expect(problems.map(({ row, problem }) => [row, problem])).toEqual([
      [3, 'duplicate'],
      [5, 'number'],
    ]);
    expect((await api.call(imports.listListImports, at(id))).imports).toMatchObject([{ id: made.id }]);
    // It is none of the contacts, nor of another list.
    await api.refused('ERR_NO_IMPORT_FOUND', getImport, { params: { importId: made.id }, token });
    const { id: other } = await create();
    await api.refused('ERR_NO_IMPORT_FOUND', imports.getListImport, ofImport(other, made.id));
    expect(await api.admin`select from contacts where company_id = ${company.companyId}`).toHaveLength(0);
  });

  it('is looked at before it is taken over, and renews who is there', async () => {
    const { id } = await create();
    await add(id, '5511988880001', 'Alguém');
    const supervisor = token;
    const mediaId = crypto.randomUUID();
    const headers = { 'x-file-name': 'clientes.xlsx' };
    await api.call(uploadMedia, { params: { mediaId }, body: workbook(ROWS), headers, token: supervisor });
    const draft: View = await api.call(imports.draftListImport, { ...at(id), body: { mediaId } });
    expect(draft).toMatchObject({ state: 'draft', total: 4 });
    const body = { meanings: draft.meanings, updateExisting: true };
    const started = await api.call(imports.startListImport, { ...ofImport(id, draft.id), body });
    expect(started).toMatchObject({ created: 1, updated: 2, failed: 1 });
    expect(await numbers(id)).toEqual(['5511988880001', '5511988880002']);
  });

  it.each([
    ['a text', 'First Name,Last Name,Phone 1 - Value\nRita,Lima,11 3333-0001 ::: 11 98888-0001'],
    ['an address book', 'BEGIN:VCARD\nFN:Rita Lima\nTEL;CELL:11 98888-0001\nEND:VCARD'],
  ])('may be %s where somebody looks at it first', async (_, file) => {
    const { id } = await create();
    const mediaId = crypto.randomUUID();
    await api.call(uploadMedia, { params: { mediaId }, body: Buffer.from(file), token });
    const draft: View = await api.call(imports.draftListImport, { ...at(id), body: { mediaId } });
    const body = { meanings: draft.meanings };
    await api.call(imports.startListImport, { ...ofImport(id, draft.id), body });
    expect((await people(id)).map(({ name, number }) => [name, number])).toEqual([
      ['Rita Lima', '5511988880001'],
    ]);
  });

  it('of another kind is refused, and the template is one of the right kind', async () => {
    const { id } = await create();
    const send = (body: Buffer) => ({
      ...at(id),
      body,
      headers: { 'content-type': 'application/octet-stream' },
    });
    await api.refused(
      'ERR_IMPORT_WORKBOOKS_ONLY',
      imports.importIntoList,
      send(Buffer.from('nome;numero\nAna;5511988880001')),
    );
    await api.refused('ERR_IMPORT_NO_NUMBER', imports.importIntoList, send(workbook([['nome'], ['Ana']])));
    const template = (await api.send(contracts.getContactListTemplate, { token })).rawPayload;
    const sheet = Object.values(read(template).Sheets)[0];
    const [headings = []] = utils.sheet_to_json<string[]>(sheet ?? {}, { header: 1 });
    expect(headings).toEqual(['nome', 'numero', 'email']);
    const filled = workbook([headings, ['Ana', '5511988880001', 'a@x.test']]);
    expect(await api.call(imports.importIntoList, send(filled))).toMatchObject({ created: 1 });
  });
});

describe('numbers are checked', () => {
  const JOB = 'checks of numbers';
  /** The questions that WhatsApp was asked, by a phone that knows even numbers, without their ninth digit. */
  const asked: NumbersQuestion[] = [];
  let isUp = true;
  /** Numbers that WhatsApp spells otherwise. */
  const spelling = new Map<string, string>();
  beforeAll(() => {
    api.bus.answer(NUMBERS_QUESTION, async (data) => {
      const question = data as NumbersQuestion;
      asked.push(question);
      if (!isUp) return { kind: 'offline' };
      const old = question.spellings.filter((number) => number.length === 12);
      const strange = question.spellings.flatMap((number) => spelling.get(number) ?? []);
      const brazilian = old.filter((number) => number.startsWith('55') && Number(number) % 2 === 0);
      return { kind: 'known', numbers: [...brazilian, ...strange] };
    });
  });
  beforeAll(() => {
    api.bus.answer(NUMBER_QUESTION, async (data) => {
      const [number] = (data as NumberQuestion).spellings.flatMap((one) => spelling.get(one) ?? []);
      return number ? { kind: 'known', number, lid: null } : { kind: 'unknown' };
    });
  });
  beforeEach(() => {
    asked.length = 0;
    isUp = true;
  });
  async function connect(): Promise<void> {
    const { companyId, connectionId } = company;
    await api.admin`update connections set status = 'connected' where id = ${connectionId}`;
    await holdLease(api.admin, { companyId, connectionId });
  }
  const run = (seconds = 0) => api.run(JOB, new Date(Date.now() + seconds * 1_000));
  const ownQuestions = () => asked.filter(({ companyId }) => companyId === company.companyId);

  it('a few at once with a pause, each number once for all lists and a month', async () => {
    const [one, two] = [await create(), await create()];
    for (let n = 0; n < NUMBER_CHECK.atOnce + 5; n += 1) await add(one.id, String(5_511_988_880_100 + n));
    await add(two.id, '5511988880100');
    // Nobody to ask.
    await run();
    expect(ownQuestions()).toEqual([]);
    await connect();
    isUp = false;
    await run(10);
    expect(await get(one.id)).toMatchObject({ pendingCount: NUMBER_CHECK.atOnce + 5 });
    isUp = true;
    await run(20);
    expect(ownQuestions().at(-1)?.spellings).toHaveLength(NUMBER_CHECK.atOnce * 2);
    expect(await get(one.id)).toMatchObject({ pendingCount: 5, validCount: 10 });
    expect(await people(two.id)).toMatchObject([{ isWhatsappValid: true }]);
    const before = ownQuestions().length;
    await run(21);
    expect(ownQuestions()).toHaveLength(before);
    await run(30);
    expect(await get(one.id)).toMatchObject({ contactsCount: 25, pendingCount: 0, validCount: 13 });
    expect(await add(two.id, '5511988880101')).toMatchObject({ isWhatsappValid: false });

    // Mexico's come back with another digit.
    spelling.set('525512345678', '5215512345678');
    await add(two.id, '525512345678', 'Lupita');
    await add(two.id, '525512345679', 'Nadie');
    await run(40);
    const mexicans = (await people(two.id)).filter(({ number }) => number.startsWith('52'));
    expect(mexicans.map((one) => one.isWhatsappValid)).toEqual([true, false]);

    // Nothing is asked again as long as it is known.
    expect(await api.call(contracts.checkContactList, at(one.id))).toMatchObject({ pendingCount: 0 });
    await api.run('old rows', new Date(Date.now() + (NUMBER_CHECKS_KEPT_DAYS + 1) * 86_400_000));
    const again = await api.call(contracts.checkContactList, at(one.id));
    expect(again).toMatchObject({ pendingCount: 25, validCount: 13 });
  });
});
