import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listRecipients } from '@balcao/shared/features/campaigns/calls.ts';
import * as items from '@balcao/shared/features/contact-lists/items.ts';
import { createContact, deleteContact, mergeContact } from '@balcao/shared/features/contacts/calls.ts';
import { getFileOfContact, getFileOfNumber } from '@balcao/shared/features/data-subjects/calls.ts';
import { eraseContact, eraseNumber, listErasures } from '@balcao/shared/features/data-subjects/erasures.ts';
import { listMessages } from '@balcao/shared/features/messages/calls.ts';
import { downloadConversation } from '@balcao/shared/features/messages/document.ts';
import { holdContact, holdTicket, removeHold } from '@balcao/shared/features/retention/calls.ts';
import { deleteSchedule, updateSchedule } from '@balcao/shared/features/schedules/calls.ts';
import { deleteTicket } from '@balcao/shared/features/tickets/calls.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { openCounter } from '../../../test/counter.ts';
import { type CompanyFixture, createCompany, givePlan, insertedId } from '../../../test/fixtures.ts';
import { link, unlink } from '../contacts/contact-links.service.ts';
import { begin } from './erasures.service.ts';
import { runErasures, tracesOf } from './testing/left.ts';

/** An erasure in the middle of a day: what others have of the person, and what goes on meanwhile. */

const ANA = '5511987654321';
const BIA = '5521976543210';
const DAY_MS = 24 * 60 * 60_000;
const member = (number: string) => `${number}@s.whatsapp.net`;

let api: TestApi;
let company: CompanyFixture;
let token: string;

beforeAll(async () => {
  api = await startApi({ documented: true });
});
beforeEach(async () => {
  await api.database.admin`delete from erasures`;
  company = await createCompany(api.database.admin, `Clínica ${crypto.randomUUID()}`);
  token = await api.signIn(company.admin);
});
afterAll(() => api.stop());

const sql = () => api.database.admin;
const row = () => ({ company_id: company.companyId });
const add = (table: string, values: Record<string, unknown>) =>
  insertedId(sql()`insert into ${sql()(table)} ${sql()({ ...row(), ...values })} returning id`);
const contact = async (name: string, number: string, headers = {}) =>
  (await api.call(createContact, { token, body: { name, number }, headers })).id;
const fileOf = (contactId: number) => api.call(getFileOfContact, { token, params: { contactId } });
const erase = async (contactId: number) => {
  const { digest } = await fileOf(contactId);
  return api.call(eraseContact, { token, params: { contactId }, body: { digest } });
};
const certificates = async () => (await api.call(listErasures, { token })).erasures;
const dueAt = () => new Date(Date.now() + DAY_MS + 60_000);
const run = () => runErasures(api, dueAt());
const traces = (ids: readonly number[], number: string) => tracesOf(sql(), company, ids, number);

const ticketWith = (contactId: number, more: object = {}) =>
  add('tickets', { contact_id: contactId, connection_id: company.connectionId, status: 'closed', ...more });
async function say(contactId: number, ticketId: number, more: Record<string, unknown> = {}): Promise<string> {
  const id = uuidv7();
  const place = { contact_id: contactId, ticket_id: ticketId, connection_id: company.connectionId };
  const words = { from_me: false, body: 'Oi', state: 'received', created_at: new Date(), ...more };
  await sql()`insert into messages ${sql()({ ...row(), id, ...place, ...words })}`;
  return id;
}

/** A webhook that was told of somebody, with a ticket or without. */
async function tell(data: object, ticketId: number | null = null): Promise<void> {
  const webhook_id = await add('webhooks', {
    name: `Loja ${crypto.randomUUID()}`,
    url: 'https://loja.test',
    events: ['contact.updated'],
  });
  const about = { webhook_id, ticket_id: ticketId, event: 'contact.updated', lane: 'x', next_at: new Date() };
  await sql()`insert into deliveries ${sql()({ ...row(), ...about, payload: JSON.stringify({ data }) })}`;
}

it('takes what a person left on the words of others in a group, and leaves the others', async () => {
  const [ana, bia] = [await contact('Ana Lima', ANA), await contact('Bia Souza', BIA)];
  const group = await add('contacts', { name: 'Família', is_group: true });
  const ticketId = await ticketWith(group, { is_group: true, last_message: `Oi @${ANA}` });
  const inGroup = (number: string, more: object = {}) =>
    say(group, ticketId, { participant: member(number), participant_name: 'Alguém', ...more });
  const marks = (number: string) => ({ by: member(number), emoji: '👍', fromMe: false, name: 'Alguém' });
  const answered = await inGroup(BIA, { reactions: sql().json([marks(ANA), marks(BIA)]) });
  const votes = { [member(ANA)]: [0], [member(BIA)]: [1] };
  const poll = await inGroup(BIA, {
    poll: sql().json({ question: 'Quando?', options: ['Hoje', 'Amanhã'], secret: null, votes }),
  });
  const own = await inGroup(ANA);
  await tell({ message: { id: own, body: 'Oi' }, contact: { id: group } }, ticketId);
  const ours = await say(group, ticketId, { from_me: true, state: 'sent', recipients: 2 });
  for (const number of [ANA, BIA])
    await sql()`insert into message_receipts ${sql()({ ...row(), message_id: ours, participant: member(number) })}`;
  const called = await inGroup(BIA, { body: `Oi @${ANA} e @${BIA}`, earlier_bodies: [`@${ANA}`] });

  await erase(ana);
  await run();
  expect(await traces([ana], ANA)).toEqual({});
  const left = await sql()`
    select id, body, reactions, poll -> 'votes' as votes, earlier_bodies from messages where contact_id = ${group} order by id`;
  expect(left).toMatchObject([
    { id: answered, reactions: [marks(BIA)] },
    { id: poll, votes: { [member(BIA)]: [1] } },
    { id: ours },
    { id: called, body: `Oi @… e @${BIA}`, earlier_bodies: ['@…'] },
  ]);
  expect(left).toHaveLength(4);
  const ticks = await sql()`select participant from message_receipts where message_id = ${ours}`;
  expect([...ticks]).toEqual([{ participant: member(BIA) }]);
  const [shown] = await sql()`select last_message from tickets where id = ${ticketId}`;
  expect(shown?.last_message).toBe(`Oi @… e @${BIA}`);
  expect((await fileOf(bia)).counts.groupMessages).toBe(3);
});

it('leaves a group that is on hold as it is, which the file says beforehand', async () => {
  const ana = await contact('Ana Lima', ANA);
  const [held, free] = [
    await add('contacts', { name: 'Condomínio', is_group: true }),
    await add('contacts', { name: 'Família', is_group: true }),
  ];
  const said: string[] = [];
  for (const group of [held, free]) {
    const place = [group, await ticketWith(group, { is_group: true })] as const;
    said.push(await say(...place, { participant: member(ANA) }));
    said.push(
      await say(...place, {
        participant: member(BIA),
        body: `Oi @${ANA}`,
        reactions: sql().json([{ by: member(ANA), emoji: '👍', fromMe: false, name: 'Ana' }]),
      }),
    );
  }
  await api.call(holdContact, { token, params: { contactId: held }, body: { reason: 'processo 12' } });
  expect(await fileOf(ana)).toMatchObject({ counts: { groupMessages: 1 }, heldGroupMessages: 1 });
  await erase(ana);
  await run();
  const left = await sql()`
    select id, body, jsonb_array_length(reactions) as marks from messages
    where contact_id in (${held}, ${free}) order by contact_id, id`;
  expect([...left]).toEqual([
    { id: said[0], body: 'Oi', marks: 0 },
    { id: said[1], body: `Oi @${ANA}`, marks: 1 },
    { id: said[3], body: 'Oi @…', marks: 0 },
  ]);
  // Once nothing holds the group any more, it can be asked for again.
  expect(await api.call(getFileOfNumber, { token, params: { number: ANA } })).toMatchObject({
    counts: { groupMessages: 0 },
    heldGroupMessages: 1,
  });
  await sql()`delete from holds where company_id = ${company.companyId}`;
  const params = { number: ANA };
  const { digest } = await api.call(getFileOfNumber, { token, params });
  await api.call(eraseNumber, { token, params, body: { digest } });
  await run();
  expect(await traces([ana], ANA)).toEqual({});
});

it('takes what was told outside, answered to programs, about to be sent, or given up', async () => {
  const ana = await contact('Ana Lima', ANA, { 'idempotency-key': 'ana' });
  const bia = await contact('Bia Souza', BIA, { 'idempotency-key': 'bia' });
  await tell({ contact: { id: ana, name: 'Ana' } });
  await tell({ contact: { id: bia, name: 'Bia' } });
  const ticketId = await ticketWith(ana);
  const [mediaId, path] = [uuidv7(), `${company.companyId}/ab/${randomBytes(20).toString('hex')}`];
  const file = join(api.deps.config.dataDir, 'media', path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, 'words');
  await sql()`insert into media ${sql()({ ...row(), id: mediaId, state: 'stored', mime: 'image/png', path })}`;
  await say(ana, ticketId, { from_me: true, state: 'queued', media_id: mediaId });
  const edited = await say(ana, ticketId);
  await sql()`insert into message_steps ${sql()({ ...row(), message_id: edited, kind: 'edited', author: 'Carla' })}`;
  const turn = uuidv7();
  const call = { id: turn, kind: 'turn', lane: `ticket:${ticketId}`, due_at: new Date(), state: 'dead' };
  await sql()`insert into outgoing_calls ${sql()({ ...row(), ...call })}`;
  await sql()`insert into bot_turns ${sql()({ ...row(), id: turn, ticket_id: ticketId, answerer: 'prompt', since: new Date() })}`;

  await erase(ana);
  await run();
  expect(await traces([ana], ANA)).toEqual({});
  expect(existsSync(file)).toBe(false);
  const count = async (table: string) =>
    (await sql()`select from ${sql()(table)} where company_id = ${company.companyId}`).count;
  expect({
    deliveries: await count('deliveries'),
    answers: await count('idempotency_keys'),
    steps: await count('message_steps'),
    calls: await count('outgoing_calls'),
  }).toEqual({ deliveries: 1, answers: 1, steps: 0, calls: 0 });
});

it('tells webhooks that want to hear of it what is gone, by its id alone, and why', async () => {
  const [ana, bia] = [await contact('Ana Lima', ANA), await contact('Bia Souza', BIA)];
  const ticketId = await ticketWith(ana);
  await add('webhooks', {
    name: 'CRM',
    url: 'https://crm.test',
    events: ['ticket.deleted', 'contact.deleted'],
  });
  await erase(ana);
  await run();
  await api.call(deleteContact, { token, params: { contactId: bia } });
  const told = await sql()<{ payload: string }[]>`
    select payload from deliveries where company_id = ${company.companyId} order by place`;
  expect(
    told.map(({ payload }) => JSON.parse(payload)).map(({ type, data }) => [type, data.deleted]),
  ).toEqual([
    ['ticket.deleted', { id: ticketId, reason: 'erasure' }],
    ['contact.deleted', { id: ana, reason: 'erasure' }],
    ['contact.deleted', { id: bia, reason: 'hand' }],
  ]);
  expect(JSON.stringify(told)).not.toMatch(/Ana|Bia|987654321|976543210/);
});

it('is not about whoever writes while it is under way: that is a new contact, with nothing of before', async () => {
  const counter = openCounter(api, company);
  await counter.writes('Oi', { number: ANA });
  const [first] = await sql()<{ id: number }[]>`
    select id::int from contacts where company_id = ${company.companyId}`;
  const { id } = await erase(first?.id ?? 0);
  await api.deps.db.withCompany(company.companyId, (tx) =>
    begin(tx, { companyId: company.companyId, id }, dueAt()),
  );
  await counter.writes('Voltei', { number: ANA });
  await run();
  const left = await sql()`
    select m.body from messages m where m.company_id = ${company.companyId} and m.state = 'received'`;
  expect([...left]).toEqual([{ body: 'Voltei' }]);
  const [back] = await sql()<{ id: number }[]>`
    select id::int from contacts where company_id = ${company.companyId}`;
  expect(back?.id).not.toBe(first?.id);
  expect(await certificates()).toMatchObject([{ state: 'done', counts: { messages: 1, tickets: 1 } }]);
  // A second time, as often as it is asked for.
  await erase(back?.id ?? 0);
  await run();
  expect(await certificates()).toMatchObject([{ state: 'done' }, { state: 'done' }]);
  await api.refused('ERR_NO_DATA_SUBJECT_FOUND', getFileOfNumber, { token, params: { number: ANA } });
});

it('stops a campaign that runs for the person alone, which says in words that somebody was erased', async () => {
  await givePlan(sql(), company.companyId);
  const campaignId = await add('campaigns', {
    name: 'Natal',
    status: 'EM_ANDAMENTO',
    messages: Array(5).fill('Oi'),
    confirmation_messages: Array(5).fill(''),
  });
  const other = await add('campaigns', {
    name: 'Páscoa',
    status: 'EM_ANDAMENTO',
    messages: Array(5).fill('Oi'),
    confirmation_messages: Array(5).fill(''),
  });
  const to = (campaign_id: number, name: string, number: string, state: string) =>
    add('campaign_recipients', { campaign_id, name, number, whatsapp_number: number, state });
  const sent = await to(campaignId, 'Ana', ANA, 'sent');
  await sql()`insert into campaign_sends ${sql()({ ...row(), recipient_id: sent, part: 0, connection_id: company.connectionId, wa_id: 'A', payload: Buffer.from(ANA), body: 'Oi, Ana', media_type: 'chat' })}`;
  await to(campaignId, 'Bia', BIA, 'queued');
  await to(other, 'Ana', ANA, 'queued');
  await to(other, 'Bia', BIA, 'queued');

  await erase(await contact('Ana', ANA));
  await run();
  const recipients = async (id: number) =>
    (await api.call(listRecipients, { token, params: { campaignId: id } })).recipients.map(
      ({ name, number, state }) => [name, number, state],
    );
  expect(await recipients(campaignId)).toEqual([
    ['', '', 'sent'],
    ['Bia', BIA, 'queued'],
  ]);
  expect(await recipients(other)).toEqual([['Bia', BIA, 'queued']]);
  expect(await traces([], ANA)).toEqual({});
});

it('follows a person who is linked, merged with another contact, or deleted by hand before the day is over', async () => {
  const ana = await contact('Ana Lima', ANA);
  const telegram = await add('contacts', { name: 'Aninha' });
  const person_id = crypto.randomUUID();
  for (const contact_id of [ana, telegram])
    await sql()`insert into contact_links ${sql()({ ...row(), contact_id, person_id })}`;
  await erase(telegram);
  await run();
  expect(await traces([ana, telegram], ANA)).toEqual({});

  const [bia, twin] = [await contact('Bia Souza', BIA), await add('contacts', { name: 'Bia' })];
  await tell({ contact: { id: twin } });
  await erase(twin);
  await api.call(mergeContact, { token, params: { contactId: bia }, body: { duplicateId: twin } });
  await run();
  expect(await traces([bia, twin], BIA)).toEqual({});

  const unnumbered = await add('contacts', { name: 'Sem número' });
  await tell({ contact: { id: unnumbered, name: 'Sem número' } });
  await erase(unnumbered);
  await api.call(deleteContact, { token, params: { contactId: unnumbered } });
  await run();
  expect(await traces([unnumbered], ANA)).toEqual({});
  expect((await certificates()).map(({ state }) => state)).toEqual(['done', 'done', 'done']);
});

it('leaves nobody’s name, number or words in the audit log, whatever was done with the person', async () => {
  const { companyId, admin: boss, bruno: colleague } = company;
  await givePlan(sql(), companyId);
  const zilda = await contact('Zilda Prado', ANA);
  const twin = await add('contacts', { name: 'Zilda no Telegram', number: '', email: 'zilda@prado.test' });
  const gone = await add('contacts', { name: 'Zilda P.', number: ANA.replace('55', '54') });
  const ticketId = await ticketWith(zilda, { user_id: colleague.id, status: 'open' });
  await api.call(listMessages, { token, params: { ticketId } });
  await api.send(downloadConversation, { token, params: { ticketId }, query: {} });
  const reason = 'processo de Zilda Prado';
  for (const held of [
    await api.call(holdTicket, { token, params: { ticketId }, body: { reason } }),
    await api.call(holdContact, { token, params: { contactId: zilda }, body: { reason } }),
  ])
    await api.call(removeHold, { token, params: { holdId: held.id } });
  const scheduleId = uuidv7();
  const ofColleague = { id: scheduleId, contact_id: zilda, user_id: colleague.id, body: 'Oi, Zilda' };
  const later = dueAt();
  await sql()`insert into schedules ${sql()({ ...row(), ...ofColleague, send_at: later, due_at: later })}`;
  await api.call(updateSchedule, { token, params: { scheduleId }, body: { body: 'Até, Zilda' } });
  await api.call(deleteSchedule, { token, params: { scheduleId } });
  const listId = await add('contact_lists', { name: 'Clientes' });
  const listed = { contactListId: listId, name: 'Zilda Prado', number: ANA, email: 'zilda@prado.test' };
  const { id: contactListItemId } = await api.call(items.createContactListItem, { token, body: listed });
  const inList = { token, params: { contactListItemId } };
  await api.call(items.updateContactListItem, { ...inList, body: { name: 'Zilda P.' } });
  await api.call(items.deleteContactListItem, inList);
  const actor = {
    companyId,
    userId: boss.id,
    profile: 'admin',
    super: false,
    allTicket: true,
    queueIds: [],
  } as const;
  await api.db.withCompany(companyId, async (tx) => {
    await link(tx, actor, { contactId: zilda, otherId: twin, personId: uuidv7() });
    await unlink(tx, actor, { contactId: zilda });
  });
  await api.call(mergeContact, { token, params: { contactId: zilda }, body: { duplicateId: twin } });
  await api.call(deleteContact, { token, params: { contactId: gone } });
  await api.call(deleteTicket, { token, params: { ticketId } });
  await erase(zilda);
  await run();
  const log = await sql()<{ entity: string; all: string }[]>`
    select entity, a::text as all from audit_log a where company_id = ${companyId}`;
  const count = (entity: string) => log.filter((entry) => entry.entity === entity).length;
  expect(Object.fromEntries(log.map(({ entity }) => [entity, count(entity)]))).toEqual({
    session: 1,
    ticket: 2,
    list: 1,
    hold: 4,
    schedule: 2,
    contactListItem: 3,
    contact: 4,
    dataSubject: 1,
    erasure: 1,
  });
  expect(log.filter(({ all }) => /zilda|prado|987654321/i.test(all))).toEqual([]);
});
