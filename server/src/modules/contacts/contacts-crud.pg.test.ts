import { randomUUID } from 'node:crypto';
import * as contracts from '@balcao/shared/features/contacts/calls.ts';
import { downloadMedia, uploadMedia } from '@balcao/shared/features/media/calls.ts';
import { createTicket as beginTicket, getTicketByUuid } from '@balcao/shared/features/tickets/calls.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, createTicket } from '../../../test/fixtures.ts';
import { PICTURE } from '../../../test/picture.ts';

let api: TestApi;
let company: CompanyFixture;
let other: CompanyFixture;
let admin: string;
let ana: string;
let companies = 0;

beforeAll(async () => {
  api = await startApi();
  other = await createCompany(api.database.admin, 'Outra');
});
afterAll(() => api.stop());
beforeEach(async () => {
  company = await createCompany(api.database.admin, `Padaria ${++companies}`);
  [admin, ana] = [await api.signIn(company.admin), await api.signIn(company.ana)];
});

const create = (body: object, token = admin) => api.call(contracts.createContact, { body, token });
const at = (contactId: number, token = admin) => ({ params: { contactId }, token });
const get = (id: number, token = admin) => api.call(contracts.getContact, at(id, token));
const update = (id: number, body: object, token = admin) =>
  api.call(contracts.updateContact, { ...at(id, token), body });
const identitiesOf = async (id: number) =>
  (
    await api.database.admin<{ name: string }[]>`
    select kind || ':' || value as name from contact_identities where contact_id = ${id} order by 1`
  ).map(({ name }) => name);

describe('a contact', () => {
  it('is saved as people type it, with the number as digits', async () => {
    const made = await create({
      name: '  Maria da Conceição ',
      number: '+55 (11) 98765-4321',
      email: 'MARIA@loja.test',
      extraInfo: [{ name: 'CPF', value: '111' }],
      notes: 'liga de manhã',
      botDisabled: true,
    });
    expect(made).toEqual({
      id: expect.any(Number),
      channels: ['whatsapp'],
      uuid: expect.any(String),
      name: 'Maria da Conceição',
      number: '5511987654321',
      email: 'maria@loja.test',
      numberUnchecked: true,
      profilePicUrl: null,
      isGroup: false,
      extraInfo: [{ name: 'CPF', value: '111' }],
      notes: 'liga de manhã',
      blocked: false,
      blockExceptions: [],
      botDisabled: true,
      optedOutAt: null,
      optedOutBy: null,
      personId: null,
      createdAt: expect.any(String),
      ticketCount: 0,
    });
    expect(await get(made.id)).toEqual(made);
    expect(await identitiesOf(made.id)).toEqual(['phone:5511987654321']);
  });

  it('without a number is known by the address of e-mail, once', async () => {
    const made = await create({ name: 'Maria', email: 'Maria@Loja.test' });
    expect(made).toMatchObject({
      number: '',
      email: 'maria@loja.test',
      numberUnchecked: false,
      channels: ['mail'],
    });
    expect(await identitiesOf(made.id)).toEqual(['email:maria@loja.test']);
    const again = { body: { name: 'Again', email: 'maria@loja.test' }, token: admin };
    const { params } = await api.refused('ERR_DUPLICATED_CONTACT', contracts.createContact, again);
    expect(params).toEqual({ contactId: made.id, name: 'Maria' });
    expect(await create(again.body, ana)).toMatchObject({ id: made.id, name: 'Maria' });
    for (const neither of [{}, { email: '' }]) {
      const nobody = { body: { name: 'Maria', ...neither }, token: admin };
      const { details } = await api.refused('ERR_VALIDATION', contracts.createContact, nobody);
      expect(details?.map(({ location }) => location)).toEqual(['body.number']);
    }
  });

  it('is left out of campaigns from the first time that anybody said so, until people take it back', async () => {
    const { id } = await create({ name: 'Maria', number: '5511987654321' });
    const marked = await update(id, { optedOut: true });
    expect(marked).toMatchObject({ optedOutAt: expect.stringMatching(/^\d.*Z$/), optedOutBy: 'person' });
    await api.database.admin`
      update contacts set opted_out_at = '2026-05-01T12:00:00.5Z', opted_out_by = 'contact' where id = ${id}`;
    const asked = { optedOutAt: '2026-05-01T12:00:00.500Z', optedOutBy: 'contact' };
    expect(await update(id, { optedOut: true, notes: 'calm' })).toMatchObject({ ...asked, notes: 'calm' });
    expect(await update(id, { notes: '' })).toMatchObject(asked);
    expect(await update(id, { optedOut: false })).toMatchObject({ optedOutAt: null, optedOutBy: null });
  });

  it.each([
    ['name', { name: 'M' }],
    ['name', { name: 'x'.repeat(121) }],
    ['number', { number: '1234567' }],
    ['number', { number: '1'.repeat(51) }],
    ['number', { number: 'call me maybe' }],
    ['email', { email: 'maria@' }],
    ['extraInfo.0.name', { extraInfo: [{ name: ' ', value: 'x' }] }],
  ])('is refused for its %s', async (field, wrong) => {
    const body = { name: 'Maria', number: '5511987654321', ...wrong };
    const { details } = await api.refused('ERR_VALIDATION', contracts.createContact, { body, token: admin });
    expect(details?.map(({ location }) => location)).toEqual([`body.${field}`]);
  });

  it('exists once, whichever way its Brazilian number is spelt', async () => {
    const made = await create({ name: 'Maria', number: '5511987654321' });
    for (const number of ['5511987654321', '551187654321', '+55 11 8765-4321']) {
      const call = { body: { name: 'Again', number }, token: admin };
      const { params } = await api.refused('ERR_DUPLICATED_CONTACT', contracts.createContact, call);
      expect(params).toEqual({ contactId: made.id, name: 'Maria' });
    }
    // A landline is another number, and so is the same one in another company.
    await create({ name: 'Landline', number: '551137654321' });
    await create({ name: 'Theirs', number: '5511987654321' }, await api.signIn(other.admin));
  });

  it('is theirs as well who know the number, and looks like a new one to them', async () => {
    const made = await create({ name: 'Maria', number: '5511987654321', notes: 'liga de manhã' });
    const hidden = await createTicket(api.database.admin, company, { queueId: company.queues.sales });
    await api.database.admin`update tickets set contact_id = ${made.id} where id = ${hidden.id}`;
    const typed = { name: 'Mariazinha', number: '551187654321', notes: 'minha', email: 'maria@loja.test' };
    const known = await create(typed, ana);
    // What a colleague wrote stays, and what was said elsewhere is not for her.
    expect(known).toEqual({ ...made, email: 'maria@loja.test', ticketCount: 0 });
    expect(await get(made.id, ana)).toEqual(known);
    await api.refused('ERR_DUPLICATED_CONTACT', contracts.createContact, { body: typed, token: ana });
    const body = { contactId: made.id, whatsappId: company.connectionId };
    expect((await api.refused('ERR_OTHER_OPEN_TICKET', beginTicket, { body, token: ana })).params).toBe(
      undefined,
    );
    await api.database.admin`update tickets set status = 'closed' where id = ${hidden.id}`;
    expect(await api.call(beginTicket, { body, token: ana })).toMatchObject({ contactId: made.id });
  });

  it('whose number somebody gives to another one is the one to merge, also unseen so far', async () => {
    const made = await create({ name: 'Maria', number: '5511987654321' });
    const own = await create({ name: 'Mariazinha', number: '5511987654322' }, ana);
    const call = { ...at(own.id, ana), body: { number: '5511987654321' } };
    const { params } = await api.refused('ERR_DUPLICATED_CONTACT', contracts.updateContact, call);
    expect(params).toEqual({ contactId: made.id, name: 'Maria' });
    const body = { duplicateId: own.id };
    expect(await api.call(contracts.mergeContact, { ...at(made.id, ana), body })).toMatchObject({
      name: 'Maria',
    });
  });

  it('of two who add the same number at once, one is told', async () => {
    const answers = await Promise.all(
      ['5511991112222', '551191112222'].map((number) =>
        api.send(contracts.createContact, { body: { name: 'Twin', number }, token: admin }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
  });

  it('keeps what is not named in a change, and what it was known by only with its number', async () => {
    const { id } = await create({ name: 'Maria', number: '5511987654321', notes: 'old' });
    await api.database.admin`insert into contact_identities (company_id, kind, value, contact_id)
      values (${company.companyId}, 'lid', '42', ${id})`;
    expect(await update(id, { name: 'Maria Silva', extraInfo: [{ name: 'CPF', value: '1' }] })).toMatchObject(
      {
        name: 'Maria Silva',
        notes: 'old',
        number: '5511987654321',
        extraInfo: [{ name: 'CPF', value: '1' }],
      },
    );
    expect(await identitiesOf(id)).toEqual(['lid:42', 'phone:5511987654321']);
    expect(await update(id, { number: '5511900000001' })).toMatchObject({ number: '5511900000001' });
    expect(await identitiesOf(id)).toEqual(['phone:5511900000001']);
    const rival = await create({ name: 'Rival', number: '5511900000002' });
    await api.refused('ERR_DUPLICATED_CONTACT', contracts.updateContact, {
      ...at(rival.id),
      body: { number: '5511900000001' },
    });
  });

  it('is there for whoever made it, also without a ticket', async () => {
    const made = await create({ name: 'Conhecida', number: '5511966660001' }, ana);
    const bruno = await api.signIn(company.bruno);
    expect(await get(made.id, ana)).toEqual(made);
    const listed = await api.call(contracts.listContacts, { token: ana });
    expect(listed.contacts.map(({ id }) => id)).toEqual([made.id]);
    expect((await update(made.id, { notes: 'vip' }, ana)).notes).toBe('vip');
    await api.refused('ERR_NO_CONTACT_FOUND', contracts.getContact, at(made.id, bruno));
    const theirs = await api.call(contracts.listContacts, { token: bruno });
    expect(theirs.contacts).toEqual([]);
  });

  it('says when it last talked, and about what, of the conversations that one sees', async () => {
    const { admin } = api.database;
    const { companyId, connectionId, queues } = company;
    const made = await create({ name: 'Falante', number: '5511966660009' }, ana);
    const tell = async (queueId: number, at: string, tagName: string) => {
      const [ticket] = await admin<{ id: number }[]>`
        insert into tickets (company_id, contact_id, connection_id, queue_id, status, last_message_at, closed_at)
        values (${companyId}, ${made.id}, ${connectionId}, ${queueId}, 'closed', ${at}, ${at}) returning id`;
      await admin`
        with made as (insert into tags (company_id, name, color) values (${companyId}, ${tagName}, '#112233') returning id)
        insert into ticket_tags (company_id, ticket_id, tag_id) select ${companyId}, ${ticket?.id ?? 0}, id from made`;
    };
    await tell(queues.support, '2026-01-01T10:00:00Z', 'Troca');
    await tell(queues.sales, '2026-01-02T10:00:00Z', 'Venda');
    const seenBy = async (token: string) => {
      const { contacts } = await api.call(contracts.listContacts, {
        token,
        query: { searchParam: 'Falante' },
      });
      return contacts.map(({ lastMessageAt, tags }) => [lastMessageAt, tags.map(({ name }) => name)]);
    };
    expect(await seenBy(ana)).toEqual([['2026-01-01T10:00:00.000Z', ['Troca']]]);
    expect(await seenBy(await api.signIn(company.admin))).toEqual([['2026-01-02T10:00:00.000Z', ['Venda']]]);
  });

  it('shows its picture to whoever sees it', async () => {
    const { companyId } = company;
    const { contactId } = await createTicket(api.database.admin, company);
    const mediaId = randomUUID();
    await api.call(uploadMedia, { params: { mediaId }, token: admin, body: PICTURE });
    const open = async (token: string) =>
      (await api.send(downloadMedia, { params: { mediaId }, token })).statusCode;
    expect(await open(ana)).toBe(404);
    await api.database.admin`update contacts set picture_id = ${mediaId}
      where company_id = ${companyId} and id = ${contactId}`;
    expect((await get(contactId, ana)).profilePicUrl).toBe(`/media/${mediaId}`);
    expect(await open(ana)).toBe(200);
    expect(await open(await api.signIn(company.bruno))).toBe(404);
    expect(await open(await api.signIn(other.ana))).toBe(404);
    await api.call(contracts.deleteContact, at(contactId));
    await api.run('unused files');
    expect((await api.database.admin`select from media where id = ${mediaId}`).count).toBe(0);
  });

  it('that is nothing but a number takes the name that its owner gives', async () => {
    const edited = async (name: string, number: string) => {
      const { id } = await create({ name, number });
      const [row] = await api.database.admin`select name_edited as edited from contacts where id = ${id}`;
      return row?.edited;
    };
    expect(await edited('+55 11 96666-0002', '5511966660002')).toBe(false);
    expect(await edited('Tia 5511966660003', '5511966660003')).toBe(true);
  });

  it('keeps the name that WhatsApp gave, of any length, until somebody writes another', async () => {
    const { admin: sql } = api.database;
    for (const name of ['Z', 'Comercial '.repeat(12).trim(), 'Família de São Paulo ', '']) {
      const [row] = await sql<{ id: number }[]>`
        insert into contacts (company_id, name, is_group) values (${company.companyId}, ${name}, true) returning id::int`;
      const id = row?.id ?? 0;
      // A form that sends everything back, with one thing changed.
      const { email, extraInfo, notes, botDisabled } = await update(id, { name, notes: 'liga cedo' });
      expect(await update(id, { name, email: 'z@loja.test', extraInfo, notes, botDisabled })).toMatchObject({
        name,
        email: 'z@loja.test',
        notes: 'liga cedo',
      });
      expect(email).toBe('');
      const [kept] = await sql`select name_edited as edited from contacts where id = ${id}`;
      expect(kept).toEqual({ edited: false });
      for (const wrong of ['Y', 'x'.repeat(121)]) {
        const refused = await api.refused('ERR_VALIDATION', contracts.updateContact, {
          ...at(id, admin),
          body: { name: wrong },
        });
        expect(refused.details?.[0]?.location).toBe('body.name');
      }
      expect(await update(id, { name: 'Zulmira' })).toMatchObject({ name: 'Zulmira' });
    }
  });

  it('has an address, which opens the newest conversation that one sees', async () => {
    const { companyId, connectionId, queues } = company;
    const seen = await createTicket(api.database.admin, company, { name: 'Endereço', status: 'closed' });
    await api.database
      .admin`insert into tickets (company_id, contact_id, connection_id, queue_id, last_message_at)
      values (${companyId}, ${seen.contactId}, ${connectionId}, ${queues.sales}, now() + interval '1 hour')`;
    const { contacts } = await api.call(contracts.listContacts, { token: ana });
    const { uuid } = await get(seen.contactId);
    expect(contacts.map((contact) => contact.uuid)).toEqual([uuid]);
    const open = (token: string) => api.call(getTicketByUuid, { params: { uuid }, token });
    expect((await open(ana)).uuid).toBe(seen.uuid);
    expect(await open(admin)).toMatchObject({ queueId: queues.sales, contact: { id: seen.contactId } });
    const theirs = { params: { uuid }, token: await api.signIn(other.admin) };
    await api.refused('ERR_NO_TICKET_FOUND', getTicketByUuid, theirs);
  });

  it('is there for agents with a ticket of theirs, and not there without', async () => {
    const mine = await createTicket(api.database.admin, company, { name: 'Minha' });
    const foreign = await createTicket(api.database.admin, company, { queueId: company.queues.sales });
    const theirs = await createTicket(api.database.admin, other);
    expect((await get(mine.contactId, ana)).ticketCount).toBe(1);
    expect((await update(mine.contactId, { notes: 'mine' }, ana)).notes).toBe('mine');
    const unknown = await api.refused('ERR_NO_CONTACT_FOUND', contracts.getContact, at(987_654, ana));
    for (const contactId of [foreign.contactId, theirs.contactId])
      expect(await api.refused('ERR_NO_CONTACT_FOUND', contracts.getContact, at(contactId, ana))).toEqual({
        ...unknown,
        requestId: expect.anything(),
      });
    await api.refused('ERR_NO_PERMISSION', contracts.deleteContact, at(mine.contactId, ana));
  });
});

describe('deleting', () => {
  it('takes tickets, messages and files along, and leaves what others show', async () => {
    const { companyId, connectionId } = company;
    const [gone, stays] = [
      await createTicket(api.database.admin, company, { name: 'Gone', userId: company.admin.id }),
      await createTicket(api.database.admin, company, { name: 'Stays', userId: company.admin.id }),
    ];
    const file = async (ticketIds: { id: number; contactId: number }[]) => {
      const mediaId = crypto.randomUUID();
      await api.call(uploadMedia, { params: { mediaId }, body: Buffer.from(mediaId), token: admin });
      for (const ticket of ticketIds)
        await api.database.admin`
          insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, media_type, media_id,
            state, created_at)
          values (${companyId}, gen_random_uuid(), ${ticket.id}, ${ticket.contactId}, ${connectionId}, true,
            'application', ${mediaId}, 'sent', now())`;
      return mediaId;
    };
    const [own, shared] = [await file([gone]), await file([gone, stays])];

    await api.call(contracts.deleteContact, at(gone.contactId));
    await api.run('unused files');
    await api.refused('ERR_NO_CONTACT_FOUND', contracts.deleteContact, at(gone.contactId));
    const left = await api.database.admin`
      select (select count(*)::int from tickets where contact_id = ${gone.contactId}) as tickets,
        (select count(*)::int from messages where contact_id = ${gone.contactId}) as messages`;
    expect(left[0]).toEqual({ tickets: 0, messages: 0 });
    await api.refused('ERR_NO_MEDIA_FOUND', downloadMedia, { params: { mediaId: own }, token: admin });
    expect((await api.send(downloadMedia, { params: { mediaId: shared }, token: admin })).statusCode).toBe(
      200,
    );
    const notes = await api.database.admin`select action, entity_name from audit_log where entity = 'contact'
      and company_id = ${companyId}`;
    expect(notes).toMatchObject([{ action: 'delete', entity_name: 'G****' }]);
  });

  it('files that a crash has left are removed later', async () => {
    const { storage } = api.deps;
    const file = await storage.put(company.companyId, Buffer.from('bytes'), { limit: 10 });
    let path = '';
    await file.settle(async (settled) => {
      path = settled;
      return true;
    });
    await api.database
      .admin`insert into removed_files (company_id, path) values (${company.companyId}, ${path})`;
    await api.run('removed files');
    await expect(storage.open(path)).rejects.toThrow('ENOENT');
    expect(await api.database.admin`select from removed_files`).toHaveLength(0);
  });
});
