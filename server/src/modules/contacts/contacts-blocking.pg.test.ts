import { deleteConnection } from '@balcao/shared/features/connections/calls.ts';
import * as contracts from '@balcao/shared/features/contacts/calls.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, createTicket } from '../../../test/fixtures.ts';

let api: TestApi;
let company: CompanyFixture;
let admin: string;
let ana: string;
let companies = 0;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  company = await createCompany(api.database.admin, `Padaria ${++companies}`);
  [admin, ana] = [await api.signIn(company.admin), await api.signIn(company.ana)];
});

const create = (body: object, token = admin) => api.call(contracts.createContact, { body, token });
const at = (contactId: number, token = admin) => ({ params: { contactId }, token });
const get = (id: number, token = admin) => api.call(contracts.getContact, at(id, token));

describe('blocking', () => {
  it('holds under a number that the contact gets later, and is told of nobody else', async () => {
    const { contactId } = await createTicket(api.database.admin, company);
    const { id: another } = await create({ name: 'Outra', number: '5511987650002' });
    await api.call(contracts.blockContact, { ...at(contactId), body: { blocked: true } });
    await api.database.admin`update block_orders set state = 'done'`;
    await api.call(contracts.updateContact, { ...at(contactId), body: { number: '5511987650003' } });
    await api.call(contracts.updateContact, { ...at(another), body: { number: '5511987650004' } });
    const due = await api.database
      .admin`select contact_id::int as id, blocked from block_orders where state = 'due'`;
    expect(due).toEqual([{ id: contactId, blocked: true }]);
  });

  it('shows consoles which connection refuses, as long as it is there', async () => {
    const sql = api.database.admin;
    const { contactId } = await createTicket(sql, company);
    const [made] = await sql<{ id: number }[]>`
      insert into connections (company_id, name) values (${company.companyId}, 'Reserva') returning id::int`;
    const spare = Number(made?.id);
    await api.call(contracts.blockContact, { ...at(contactId), body: { blocked: true } });
    const refuse = (state: string) =>
      sql`update block_orders set state = ${state} where connection_id = ${spare}`;
    const shown: number[][] = [];
    for (const change of [
      () => refuse('refused'),
      () => refuse('done'),
      () => refuse('refused'),
      () => api.call(deleteConnection, { params: { whatsappId: spare }, token: admin }),
    ]) {
      const [before] =
        await sql`select max(seq) as seq from change_log where company_id = ${company.companyId}`;
      await change();
      const told = await sql`select from change_log where company_id = ${company.companyId}
        and entity = 'contact' and row_id = ${String(contactId)} and seq > ${before?.seq}`;
      expect(told.count).toBe(1);
      shown.push((await get(contactId)).blockExceptions);
    }
    expect(shown).toEqual([[spare], [], [spare], []]);
  });

  it.each([true, false])('ends with the last connection that has not refused (%s)', async (wasLast) => {
    const sql = api.database.admin;
    const { contactId } = await createTicket(sql, company);
    const [made] = await sql<{ id: number }[]>`
      insert into connections (company_id, name) values (${company.companyId}, 'Reserva') returning id::int`;
    await api.call(contracts.blockContact, { ...at(contactId), body: { blocked: true } });
    const settle = (id: number | undefined, state: string) =>
      sql`update block_orders set state = ${state} where connection_id = ${id ?? 0}`;
    await settle(made?.id, 'done');
    await settle(company.connectionId, wasLast ? 'refused' : 'due');
    await api.call(deleteConnection, { params: { whatsappId: made?.id ?? 0 }, token: admin });
    // One that has not been told yet may still obey.
    expect(await get(contactId)).toMatchObject({ blocked: !wasLast, blockExceptions: [] });
  });

  it.each([true, false])('is still due after a merge (%s)', async (blocked) => {
    const sql = api.database.admin;
    const [keep, drop] = [await createTicket(sql, company), await createTicket(sql, company)];
    for (const { contactId } of [keep, drop]) {
      await sql`update block_orders set state = 'done' where company_id = ${company.companyId}`;
      await api.call(contracts.blockContact, { ...at(contactId), body: { blocked: true } });
      if (!blocked) await api.call(contracts.blockContact, { ...at(contactId), body: { blocked } });
    }
    const body = { duplicateId: drop.contactId };
    await api.call(contracts.mergeContact, { ...at(keep.contactId), body });
    const orders = await sql`select contact_id::int as id, blocked, state from block_orders
      where company_id = ${company.companyId}`;
    expect(orders).toEqual([{ id: keep.contactId, blocked, state: 'due' }]);
  });

  it('is told to every connection, once', async () => {
    const { contactId } = await createTicket(api.database.admin, company);
    const block = (blocked: boolean) =>
      api.call(contracts.blockContact, { ...at(contactId, ana), body: { blocked } });
    const orders = () =>
      api.database
        .admin`select connection_id::int, blocked from block_orders where contact_id = ${contactId}`;
    expect(await block(true)).toMatchObject({ blocked: true });
    expect(await orders()).toEqual([{ connection_id: company.connectionId, blocked: true }]);
    expect(await block(false)).toMatchObject({ blocked: false });
    expect(await orders()).toEqual([{ connection_id: company.connectionId, blocked: false }]);

    await block(true);
    await api.database.admin`update block_orders set state = 'refused' where contact_id = ${contactId}`;
    const partly = { blocked: true, blockExceptions: [company.connectionId] };
    expect(await get(contactId)).toMatchObject(partly);
    // A second call is not told that it is so.
    expect(await block(true)).toMatchObject({ blocked: true, blockExceptions: [] });
    await api.database.admin`update contacts set is_group = true where id = ${contactId}`;
    const call = { ...at(contactId), body: { blocked: true } };
    await api.refused('ERR_CONTACT_IS_GROUP', contracts.blockContact, call);
    const number = { ...at(contactId), body: { name: 'Família', number: '5511987650001' } };
    await api.refused('ERR_CONTACT_IS_GROUP', contracts.updateContact, number);
    const names = await api.database.admin`
      select kind from contact_identities where contact_id = ${contactId} and value like '%987650001'`;
    expect([...names]).toEqual([]);
    await api.call(contracts.updateContact, { ...at(contactId), body: { name: 'Família' } });
  });
});
