import { randomUUID } from 'node:crypto';
import { deleteConnection } from '@balcao/shared/api/connections.ts';
import * as contracts from '@balcao/shared/api/contacts.ts';
import type { RouteOutput } from '@balcao/shared/api/contract.ts';
import { downloadMedia, uploadMedia } from '@balcao/shared/api/media.ts';
import { addTicketNote, listTicketNotes } from '@balcao/shared/api/ticket-notes.ts';
import { createTicket as beginTicket, getTicketByUuid } from '@balcao/shared/api/tickets.ts';
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
      createdAt: expect.any(String),
      ticketCount: 0,
    });
    expect(await get(made.id)).toEqual(made);
    expect(await identitiesOf(made.id)).toEqual(['phone:5511987654321']);
  });

  it.each([
    ['name', { name: 'M' }],
    ['name', { name: 'x'.repeat(51) }],
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
      for (const wrong of ['Y', 'x'.repeat(51)]) {
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
    expect(notes).toMatchObject([{ action: 'delete', entity_name: 'Gone' }]);
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
    // Whoever asks again is not told that it is so.
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

describe('merging', () => {
  it('may leave more notes than one may write, which can only become less', async () => {
    const full = { notes: 'x'.repeat(5_000) };
    const keep = await create({ name: 'Maria', number: '5511987654321', ...full });
    const drop = await create({ name: 'Maria', number: '5511987654322', ...full });
    const more = { body: { notes: `${full.notes}x` }, ...at(keep.id) };
    await api.refused('ERR_VALIDATION', contracts.updateContact, more);
    const body = { duplicateId: drop.id };
    const { notes } = await api.call(contracts.mergeContact, { ...at(keep.id), body });
    expect(notes).toHaveLength(10_002);
    await update(keep.id, { notes: notes.slice(1) });
    await api.refused('ERR_VALIDATION', contracts.updateContact, { ...more, body: { notes } });
    expect((await update(keep.id, full)).notes).toBe(full.notes);
    await api.refused('ERR_VALIDATION', contracts.updateContact, more);
  });

  it('leaves one contact with what both had', async () => {
    const [keep, drop] = [
      await createTicket(api.database.admin, company, { name: 'Maria' }),
      await createTicket(api.database.admin, company, { name: 'Maria Silva', status: 'closed' }),
    ];
    await update(keep.contactId, { notes: 'one', extraInfo: [{ name: 'CPF', value: '1' }] });
    const more = [
      { name: 'CPF', value: '2' },
      { name: 'City', value: 'Recife' },
    ];
    await update(drop.contactId, { notes: 'two', extraInfo: more, email: 'm@x.test' });
    const merge = (contactId: number, duplicateId: number, token = admin) =>
      api.call(contracts.mergeContact, { ...at(contactId, token), body: { duplicateId } });
    expect(await merge(keep.contactId, drop.contactId)).toMatchObject({
      notes: 'one\n\ntwo',
      email: 'm@x.test',
      extraInfo: [{ name: 'CPF', value: '1' }, more[1]],
      ticketCount: 2,
    });
    await api.refused('ERR_NO_CONTACT_FOUND', contracts.getContact, at(drop.contactId));
    const notes = await api.database.admin`select entity_name, changes from audit_log
      where entity = 'contact' and action = 'merge' and company_id = ${company.companyId}`;
    expect(notes).toMatchObject([{ entity_name: 'Maria' }]);
    const same = { ...at(keep.contactId), body: { duplicateId: keep.contactId } };
    await api.refused('ERR_SAME_CONTACT', contracts.mergeContact, same);
    // Both must be seen by whoever merges.
    const hidden = await createTicket(api.database.admin, company, { queueId: company.queues.sales });
    const blind = { ...at(keep.contactId, ana), body: { duplicateId: hidden.contactId } };
    await api.refused('ERR_NO_CONTACT_FOUND', contracts.mergeContact, blind);
  });
});

it('two that are merged into each other, or merged and deleted, at once are done only one of it', async () => {
  const sql = api.database.admin;
  const merge = (id: number, duplicateId: number) => () =>
    api.send(contracts.mergeContact, { ...at(id), body: { duplicateId } });
  const remove = (id: number) => () => api.send(contracts.deleteContact, at(id));
  const races: ((one: number, two: number) => (() => ReturnType<typeof api.send>)[])[] = [
    (one, two) => [merge(one, two), merge(two, one)],
    (one, two) => [remove(one), merge(one, two)],
    (one, two) => [remove(two), merge(one, two)],
  ];
  for (const race of races) {
    const [one, two] = [await createTicket(sql, company), await createTicket(sql, company)];
    const calls: ReturnType<typeof api.send>[] = [];
    await sql.begin(async (tx) => {
      await tx`select from contacts where id in (${one.contactId}, ${two.contactId}) for update`;
      for (const call of race(one.contactId, two.contactId)) {
        calls.push(call());
        await expect
          .poll(
            () =>
              sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
          .toHaveLength(calls.length);
      }
    });
    const answers = await Promise.all(calls);
    const codes = answers.map((answer) => (answer.statusCode < 300 ? 'done' : answer.json().error));
    expect(codes.toSorted()).toEqual(['ERR_NO_CONTACT_FOUND', 'done']);
  }
});

it('merging keeps the one conversation, its tags and notes, and blocks for both numbers', async () => {
  const { companyId, connectionId } = company;
  const sql = api.database.admin;
  const keep = await createTicket(sql, company, { name: 'Maria' });
  const drop = await createTicket(sql, company, { name: 'Maria Silva', userId: company.ana.id });
  const tags = await sql<{ id: number }[]>`insert into tags (company_id, name, color)
    values (${companyId}, 'VIP', '#111111'), (${companyId}, 'Nova', '#222222') returning id::int`;
  const [vip, fresh] = tags.map(({ id }) => id);
  await sql`insert into ticket_tags (company_id, ticket_id, tag_id) values (${companyId}, ${keep.id}, ${vip ?? 0}),
    (${companyId}, ${drop.id}, ${vip ?? 0})`;
  await sql`update ticket_tags set tag_id = ${fresh ?? 0} where ticket_id = ${keep.id}`;
  await sql`insert into ticket_tracking (company_id, ticket_id, connection_id, finished_at, rated_at, rate)
    values (${companyId}, ${keep.id}, ${connectionId}, now(), now(), 3)`;
  await api.call(addTicketNote, { body: { ticketId: keep.id, body: 'paga adiantado' }, token: admin });
  await api.call(contracts.blockContact, { ...at(drop.contactId), body: { blocked: true } });
  await sql`delete from block_orders where company_id = ${companyId}`;
  const merged = await api.call(contracts.mergeContact, {
    ...at(keep.contactId),
    body: { duplicateId: drop.contactId },
  });
  expect(merged).toMatchObject({ blocked: true, ticketCount: 1 });
  // The one that an agent has goes on.
  const rest = await sql`select t.id::int, t.user_id::int, array_agg(g.tag_id::int order by g.tag_id) as tags
    from tickets t join ticket_tags g on g.ticket_id = t.id where t.company_id = ${companyId} group by t.id, t.user_id`;
  expect(rest).toEqual([{ id: drop.id, user_id: company.ana.id, tags: [vip, fresh] }]);
  // What was finished in the other one before counts as it did.
  const cycles = await sql`select rate, finished_at is not null as finished from ticket_tracking
    where ticket_id = ${drop.id} order by id`;
  expect(cycles).toEqual([
    { rate: null, finished: false },
    { rate: 3, finished: true },
  ]);
  const events = await sql<{ body: string }[]>`
    select body from messages where ticket_id = ${drop.id} and media_type = 'event'`;
  expect(events.map(({ body }) => JSON.parse(body))).toEqual([
    { kind: 'merged', fromUser: null, toUser: 'Ana' },
  ]);
  const query = { contactId: String(keep.contactId) };
  const { notes } = await api.call(listTicketNotes, { query, token: ana });
  expect(notes.map(({ body, ticketId }) => [body, ticketId])).toEqual([['paga adiantado', drop.id]]);
  const orders = await sql`select connection_id::int, contact_id::int, blocked from block_orders
    where company_id = ${companyId}`;
  expect(orders).toEqual([{ connection_id: connectionId, contact_id: keep.contactId, blocked: true }]);
});

it('merging keeps of a message that came twice the copy that can be read', async () => {
  const { companyId, connectionId } = company;
  const sql = api.database.admin;
  const keep = await createTicket(sql, company, { name: 'Maria' });
  const drop = await createTicket(sql, company, { name: 'Maria' });
  const insert = (ticket: typeof keep, waId: string, body: string, minute: number) => sql`
    insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, media_type, wa_id, state,
      placeholder, created_at)
    values (${companyId}, ${randomUUID()}, ${ticket.id}, ${ticket.contactId}, ${connectionId}, false, ${body},
      ${body ? 'chat' : 'unsupported'}, ${waId}, 'received', ${body === ''}, ${new Date(Date.UTC(2100, 0, 1, 0, minute))})`;
  await insert(keep, 'A', 'bom dia', 1);
  await insert(drop, 'A', '', 1);
  await insert(keep, 'B', '', 2);
  await insert(drop, 'B', 'tem pão?', 2);
  await sql`update tickets set last_message = '❔', last_message_at = '2100-01-01T00:02:00Z' where id = ${keep.id}`;
  await api.call(contracts.mergeContact, {
    ...at(keep.contactId),
    body: { duplicateId: drop.contactId },
  });
  const rows = await sql`select m.body, m.placeholder, m.contact_id::int, t.last_message from messages m
    join tickets t on t.id = m.ticket_id
    where m.company_id = ${companyId} and m.wa_id is not null order by m.created_at`;
  const row = { placeholder: false, contact_id: keep.contactId, last_message: 'tem pão?' };
  expect(rows).toEqual([
    { body: 'bom dia', ...row },
    { body: 'tem pão?', ...row },
  ]);
});

describe('what stands behind a contact', () => {
  it('shows tickets, files and groups of the queues that one sees', async () => {
    const { companyId, connectionId, queues } = company;
    const sql = api.database.admin;
    const mine = await createTicket(sql, company, { status: 'closed' });
    const [foreign] = await sql`
      insert into tickets (company_id, contact_id, connection_id, queue_id, status)
      values (${companyId}, ${mine.contactId}, ${connectionId}, ${queues.sales}, 'closed') returning id`;
    const group = await createTicket(sql, company, { name: 'Família' });
    await sql`update contacts set is_group = true where id = ${group.contactId}`;
    await sql`insert into contact_identities (company_id, kind, value, contact_id)
      values (${companyId}, 'lid', '4711', ${mine.contactId})`;
    let minute = 0;
    const said = async (ticketId: number, contactId: number, name: string, participant = '') => {
      const [file] = await sql`
        insert into media (company_id, id, state, mime, name)
        values (${companyId}, gen_random_uuid(), 'stored', 'image/png', ${name}) returning id`;
      await sql`
        insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, media_type, media_id, body,
          participant, state, created_at)
        values (${companyId}, gen_random_uuid(), ${ticketId}, ${contactId}, ${connectionId}, false, 'image',
          ${file?.id}, ${name}, ${participant}, 'received', now() + ${++minute} * interval '1 minute')`;
    };
    await said(mine.id, mine.contactId, 'first');
    await said(Number(foreign?.id), mine.contactId, 'hidden');
    await said(mine.id, mine.contactId, 'second');
    await said(group.id, group.contactId, 'in the group', '4711@lid');

    const look = async (token: string) => {
      const tickets = await api.call(contracts.listContactTickets, at(mine.contactId, token));
      const media = await api.call(contracts.listContactMedia, at(mine.contactId, token));
      const groups = await api.call(contracts.listSharedGroups, at(mine.contactId, token));
      return {
        tickets: tickets.tickets.map(({ id }) => id).toSorted((a, b) => a - b),
        files: media.items.map((item) => item.media.name),
        groups: groups.map(({ name }) => name),
      };
    };
    const groups = ['Família'];
    expect(await look(ana)).toEqual({ tickets: [mine.id], files: ['second', 'first'], groups });
    expect(await look(admin)).toEqual({
      tickets: [mine.id, Number(foreign?.id)],
      files: ['second', 'hidden', 'first'],
      groups,
    });
    const documents = { ...at(mine.contactId), query: { kind: 'document' } };
    expect((await api.call(contracts.listContactMedia, documents)).items).toEqual([]);
  });

  it('shows its conversations page by page', async () => {
    const { companyId, connectionId, queues } = company;
    const sql = api.database.admin;
    const { contactId } = await createTicket(sql, company, { status: 'closed' });
    // Some of them last spoken in one moment: their ids alone tell them apart.
    await sql`insert into tickets (company_id, contact_id, connection_id, queue_id, status, last_message_at)
      select ${companyId}, ${contactId}, ${connectionId}, ${queues.support}, 'closed',
        now() - (n / 3) * interval '1 minute' from generate_series(1, 200) n`;
    const expected = await sql<{ id: number }[]>`select id::int from tickets where contact_id = ${contactId}
      order by last_message_at desc, id desc limit 120`;
    const ids: number[] = [];
    for (let after: string | null = null; ids.length < 120; ) {
      const query = after ? { after } : {};
      const page: RouteOutput<typeof contracts.listContactTickets> = await api.call(
        contracts.listContactTickets,
        { ...at(contactId, ana), query },
      );
      ids.push(...page.tickets.map(({ id }) => id));
      after = page.next;
    }
    expect(ids).toEqual(expected.map(({ id }) => id));
  });

  it('gives its files by links that open without a token for a while, page by page', async () => {
    const { companyId, connectionId } = company;
    const sql = api.database.admin;
    const { id: ticketId, contactId } = await createTicket(sql, company);
    const real = randomUUID();
    await api.call(uploadMedia, { params: { mediaId: real }, token: admin, body: PICTURE });
    await sql`insert into media (company_id, id, state, mime, name)
      select ${companyId}, gen_random_uuid(), 'stored', 'image/png', n::text from generate_series(1, 84) n`;
    // All in one moment: their ids alone tell them apart.
    await sql`insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, media_type, media_id,
        state, created_at)
      select ${companyId}, gen_random_uuid(), ${ticketId}, ${contactId}, ${connectionId}, false, 'image', id,
        'received', ${new Date()} from media where company_id = ${companyId}`;
    const files: contracts.ContactFile[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const query = { kind: 'visual', ...(after ? { after } : {}) };
      const page: { items: contracts.ContactFile[]; hasMore: boolean; next: string | null } = await api.call(
        contracts.listContactMedia,
        { ...at(contactId, ana), query },
      );
      files.push(...page.items);
      expect(page.hasMore).toBe(page.next !== null);
      after = page.next;
    }
    expect([files.length, new Set(files.map(({ id }) => id)).size]).toEqual([85, 85]);

    const url = files.find(({ media }) => media.id === real)?.mediaUrl ?? '';
    expect(url).toMatch(new RegExp(`^/media/${real}/`));
    const open = async (address: string, token?: string) =>
      (await api.app.inject({ url: address, headers: token ? { authorization: `Bearer ${token}` } : {} }))
        .statusCode;
    expect(await open(url)).toBe(200);
    expect(await open(`/media/${real}`)).toBe(401);
    expect(await open(`/media/${real}`, ana)).toBe(200);
    expect(await open(`/media/${real}`, await api.signIn(company.bruno))).toBe(404);
    expect(await open(url.replace(`/${companyId}.`, `/${other.companyId}.`))).toBe(403);
    api.advance(2 * 3_600_000 + 1);
    expect(await open(url)).toBe(403);
  });
});
