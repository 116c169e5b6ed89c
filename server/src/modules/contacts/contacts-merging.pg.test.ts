import { randomUUID } from 'node:crypto';
import * as contracts from '@balcao/shared/features/contacts/calls.ts';
import type { ContactFreeFields } from '@balcao/shared/features/contacts/row.ts';
import { addTicketNote, listTicketNotes } from '@balcao/shared/features/ticket-notes/calls.ts';
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
const update = (id: number, body: object, token = admin) =>
  api.call(contracts.updateContact, { ...at(id, token), body });

/** Every field that people write, with something in it: a new one belongs here. */
const WRITTEN: Required<ContactFreeFields> = {
  name: 'Maria Silva',
  email: 'maria@loja.test',
  extraInfo: [{ name: 'CPF', value: '111' }],
  notes: 'calls in the morning',
  botDisabled: true,
  optedOut: true,
};

/** The same contact as it is read. */
const { optedOut: _, ...SAME } = WRITTEN;
const SHOWN = { ...SAME, optedOutAt: expect.any(String), optedOutBy: 'person' };

it('no field that people write is lost when a contact is made, changed, or merged into one without', async () => {
  const made = await create({ number: '5511987654301', ...WRITTEN });
  expect(made).toMatchObject(SHOWN);
  const changed = await create({ name: 'João', number: '5511987654302' });
  expect(await update(changed.id, WRITTEN)).toMatchObject(SHOWN);
  const unnamed = await createTicket(api.database.admin, company, { name: '' });
  const body = { duplicateId: made.id };
  expect(await api.call(contracts.mergeContact, { ...at(unnamed.contactId), body })).toMatchObject(SHOWN);
});

describe('merging', () => {
  it.each([
    [null, '2026-05-01', 'contact'],
    ['2026-05-02', '2026-05-01', 'contact'],
    ['2026-05-01', '2026-05-02', 'person'],
    ['2026-05-01', null, 'person'],
  ])('keeps the first opt-out: %s beside %s', async (kept, dropped, by) => {
    const keep = await createTicket(api.database.admin, company);
    const drop = await createTicket(api.database.admin, company);
    const sources = [
      [keep.contactId, kept, 'person'],
      [drop.contactId, dropped, 'contact'],
    ] as const;
    for (const [id, on, source] of sources)
      await api.database.admin`
        update contacts set opted_out_at = ${on}, opted_out_by = ${on && source} where id = ${id}`;
    const body = { duplicateId: drop.contactId };
    expect(await api.call(contracts.mergeContact, { ...at(keep.contactId), body })).toMatchObject({
      optedOutAt: '2026-05-01T00:00:00.000Z',
      optedOutBy: by,
    });
  });

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
    expect(notes).toMatchObject([{ entity_name: 'M****' }]);
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
