import { getCampaignReport } from '@balcao/shared/features/campaigns/calls.ts';
import { deleteContact, mergeContact } from '@balcao/shared/features/contacts/calls.ts';
import {
  getRetention,
  holdContact,
  holdTicket,
  listHolds,
  previewRetention,
  removeHold,
  setRetention,
} from '@balcao/shared/features/retention/calls.ts';
import type { RetentionKind } from '@balcao/shared/features/retention/kinds.ts';
import { deleteTicket } from '@balcao/shared/features/tickets/calls.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import {
  type CompanyFixture,
  createCompany,
  createTicket,
  givePlan,
  insertedId,
} from '../../../test/fixtures.ts';
import { requeueFailed } from '../campaigns/campaigns.repo.ts';

let api: TestApi;
let company: CompanyFixture;
let token: string;

/** Two in the morning in São Paulo, and at noon nothing goes. */
const NIGHT = new Date('2026-03-10T05:00:00Z');
const NOON = new Date('2026-03-10T15:00:00Z');
const JOB = 'nights of retention';

beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  await api.database.admin`delete from retention_rules`;
  company = await createCompany(api.database.admin, `Cartório ${crypto.randomUUID()}`);
  await api.database
    .admin`update companies set timezone = 'America/Sao_Paulo' where id = ${company.companyId}`;
  token = await api.signIn(company.admin);
});
afterAll(() => api.stop());

const sql = () => api.database.admin;
const keep = (kind: RetentionKind, months: number | null) =>
  api.call(setRetention, { params: { kind }, body: { months }, token });
const preview = (kind: RetentionKind, months: number) =>
  api.call(previewRetention, { query: { kind, months: String(months) }, token });
const lastNight = async () => (await api.call(getRetention, { token })).nights[0];

/** A finished conversation of that day, with some words, a file and a note. */
async function finished(day: string, options: { name?: string; words?: number } = {}) {
  const { companyId, connectionId } = company;
  const ticket = await createTicket(sql(), company, { status: 'closed', name: options.name ?? 'Maria' });
  await sql()`update tickets set closed_at = ${day}, last_message_at = ${day} where id = ${ticket.id}`;
  const mediaId = uuidv7();
  const path = `${companyId}/${crypto.randomUUID()}`;
  await sql()`
    insert into media (company_id, id, state, mime, name, size, path, created_at)
    values (${companyId}, ${mediaId}, 'stored', 'image/png', 'foto.png', 1000, ${path}, ${day})`;
  const common = {
    company_id: companyId,
    ticket_id: ticket.id,
    contact_id: ticket.contactId,
    connection_id: connectionId,
  };
  const words = Array.from({ length: options.words ?? 1 }, (_, index) => ({
    ...common,
    id: uuidv7(),
    from_me: false,
    read: true,
    body: 'oi',
    media_type: index === 0 ? 'image' : 'chat',
    media_id: index === 0 ? mediaId : null,
    state: 'received',
    created_at: day,
  }));
  await sql()`insert into messages ${sql()(words)}`;
  const note = {
    ...common,
    id: uuidv7(),
    from_me: true,
    read: true,
    body: 'nota',
    media_type: 'note',
    state: 'local',
    created_at: day,
  };
  await sql()`insert into messages ${sql()([note])}`;
  return { ...ticket, mediaId, path, noteId: note.id };
}

const ticketsLeft = async () =>
  (await sql()`select id from tickets where company_id = ${company.companyId} order by id`).map(({ id }) =>
    Number(id),
  );

it('nothing goes without a rule, by day, or before its time; what goes is what the preview said', async () => {
  const old = await finished('2024-12-31T12:00:00Z', { words: 1_100 });
  // Midnight of the company's calendar is the line.
  const before = await finished('2025-03-10T02:59:59Z');
  const young = await finished('2025-03-10T03:00:01Z');
  const open = await createTicket(sql(), company, { userId: company.ana.id });
  await sql()`update tickets set created_at = '2020-01-01', last_message_at = '2020-01-01' where id = ${open.id}`;
  await api.run(JOB, NIGHT);
  expect(await lastNight()).toBeUndefined();

  await sql()`
    insert into webhooks (company_id, name, url, events)
    values (${company.companyId}, 'CRM', 'https://crm.test', '{ticket.deleted}')`;
  await keep('tickets', 12);
  await api.run(JOB, NOON);
  expect(await ticketsLeft()).toEqual([old.id, before.id, young.id, open.id]);

  await api.run(JOB, NIGHT);
  expect(await ticketsLeft()).toEqual([young.id, open.id]);
  expect((await sql()`select from messages where ticket_id = ${old.id}`).count).toBe(0);
  expect(await lastNight()).toMatchObject({
    night: '2026-03-10',
    endedAt: expect.any(String),
    gone: { tickets: 2 },
    failed: 0,
    bytesBefore: 3_000,
    rowsBefore: expect.any(Number),
    rowsAfter: expect.any(Number),
  });
  const told = await sql()<{ payload: string }[]>`
    select payload from deliveries where company_id = ${company.companyId} order by place`;
  expect(told.map(({ payload }) => JSON.parse(payload).data.deleted)).toEqual(
    [old, before].map(({ id }) => ({ id, reason: 'retention' })),
  );
  // The same night does not look again; the files go like those of a conversation that a person deletes.
  await keep('tickets', 1);
  await api.run(JOB, NIGHT);
  expect(await ticketsLeft()).toEqual([young.id, open.id]);
  const letGo =
    await sql()`select media_id from media_let_go where company_id = ${company.companyId} order by 1`;
  expect(letGo.map((row) => row.media_id)).toEqual([old.mediaId, before.mediaId].toSorted());
});

it('each kind goes by its own age, and nothing else with it', async () => {
  const { companyId, ana, admin: boss } = company;
  const { id, mediaId, noteId, path } = await finished('2025-01-15T12:00:00Z');
  const shared = await finished('2025-01-15T12:00:00Z');
  await sql()`
    insert into quick_messages (company_id, user_id, shortcode, message, media_id)
    values (${companyId}, ${ana.id}, 'oi', 'oi', ${shared.mediaId})`;
  const [chat] = await sql()`
    insert into chats (company_id, title, owner_id, last_number, last_message)
    values (${companyId}, 'Equipe', ${boss.id}, 3, 'novo') returning id`;
  await sql()`insert into chat_members (company_id, chat_id, user_id, unreads) values (${companyId}, ${chat?.id}, ${ana.id}, 3)`;
  for (const [number, day] of [
    [1, '2024-01-01'],
    [2, '2024-06-01'],
    [3, '2026-03-01'],
  ] as const)
    await sql()`
      insert into chat_messages (company_id, id, chat_id, number, sender_id, body, media_type, created_at)
      values (${companyId}, ${uuidv7()}, ${chat?.id}, ${number}, ${boss.id}, ${`palavra ${number}`}, 'chat', ${day})`;
  await sql()`
    insert into audit_log (company_id, at, user_name, action, entity, entity_id)
    values (${companyId}, '2024-01-01', 'Zoé', 'delete', 'queue', '1')`;
  const wouldGo: Partial<Record<RetentionKind, number>> = {};
  await sql()`insert into token_calls ${sql()(
    ['2024-01-01', '2026-03-01'].map((at) => ({
      company_id: companyId,
      token_class: 'connection',
      token_id: 1,
      method: 'POST',
      route: '/x',
      status: 200,
      duration_ms: 1,
      at,
    })),
  )}`;
  const webhookId = await insertedId(sql()`
    insert into webhooks (company_id, name, url, events)
    values (${companyId}, 'Loja', 'https://loja.test', '{ticket.closed}') returning id`);
  await sql()`insert into deliveries ${sql()(
    ['2024-01-01', '2026-03-01'].map((created_at) => ({
      company_id: companyId,
      webhook_id: webhookId,
      event: 'ticket.closed',
      lane: 'x',
      payload: '{}',
      next_at: created_at,
      created_at,
    })),
  )}`;
  for (const kind of ['notes', 'files', 'chats', 'audit', 'deliveries', 'calls'] as const) {
    wouldGo[kind] = (await preview(kind, 12)).count;
    await keep(kind, 12);
  }
  expect(wouldGo).toEqual({ notes: 2, files: 1, chats: 2, audit: 1, deliveries: 1, calls: 1 });
  // While the company says for how long, nothing goes by the fixed days.
  await api.run('old rows', NIGHT);
  await api.run(JOB, NIGHT);

  expect(await ticketsLeft()).toEqual([id, shared.id]);
  expect((await sql()`select from messages where id = ${noteId}`).count).toBe(0);
  expect(await sql()`select state, path from media where id = ${mediaId}`).toMatchObject([
    { state: 'gone', path: null },
  ]);
  // A quick message has it still.
  expect(await sql()`select state from media where id = ${shared.mediaId}`).toMatchObject([
    { state: 'stored' },
  ]);
  expect((await sql()`select from removed_files where path = ${path}`).count).toBe(1);
  const said = await sql()`select body from chat_messages where chat_id = ${chat?.id}`;
  const [members] = await sql()`select unreads from chat_members where chat_id = ${chat?.id}`;
  expect([said.map(({ body }) => body), members?.unreads]).toEqual([['palavra 3'], 1]);
  // That of 2024 was written after those of today, so it waits for them: a chain loses its beginning alone.
  expect(
    (await sql()`select from audit_log where company_id = ${companyId} and user_name = 'Zoé'`).count,
  ).toBe(1);
  const [broken] = await sql()`select audit_break(${companyId}) as id`;
  expect(broken?.id).toBeNull();
  expect(await lastNight()).toMatchObject({
    gone: { notes: 2, files: 1, chats: 2, deliveries: 1, calls: 1 },
    bytesBefore: 2_000,
    bytesAfter: 1_000,
  });
});

it('a hold keeps what it names from the clock and from people, until it is taken away', async () => {
  const one = await finished('2024-01-01T12:00:00Z', { name: 'Réu' });
  const of = await finished('2024-01-01T12:00:00Z', { name: 'Autora' });
  const free = await finished('2024-01-01T12:00:00Z');
  const hold = (params: object) => ({ params: { ...params }, body: { reason: 'processo 123' }, token });
  const held = await api.call(holdTicket, hold({ ticketId: one.id }));
  await api.call(holdContact, hold({ contactId: of.contactId }));
  await api.refused('ERR_ALREADY_ON_HOLD', holdTicket, hold({ ticketId: one.id }));
  await api.refused('ERR_NO_TICKET_FOUND', holdTicket, hold({ ticketId: 987_654_321 }));
  await api.refused('ERR_NO_CONTACT_FOUND', holdContact, hold({ contactId: 987_654_321 }));
  expect(
    (await api.call(listHolds, { token })).holds.map((row) => [row.contactName, row.ticketId, row.userName]),
  ).toEqual([
    ['Autora', null, 'Admin'],
    ['Réu', one.id, 'Admin'],
  ]);

  await api.refused('ERR_ON_HOLD', deleteTicket, { params: { ticketId: one.id }, token });
  await api.refused('ERR_ON_HOLD', deleteTicket, { params: { ticketId: of.id }, token });
  await api.refused('ERR_ON_HOLD', deleteContact, { params: { contactId: one.contactId }, token });
  // Another contact of the same person is held with her, until they are taken apart.
  const same = await finished('2024-01-01T12:00:00Z', { name: 'Autora no Telegram' });
  const links = [of.contactId, same.contactId].map((contact_id) => ({
    company_id: company.companyId,
    contact_id,
    person_id: '00000000-0000-4000-8000-000000000001',
  }));
  await sql()`insert into contact_links ${sql()(links)}`;
  await api.refused('ERR_ON_HOLD', deleteTicket, { params: { ticketId: same.id }, token });
  await api.refused('ERR_ON_HOLD', deleteContact, { params: { contactId: same.contactId }, token });
  expect((await preview('tickets', 12)).count).toBe(1);
  await sql()`delete from contact_links where contact_id = ${same.contactId}`;
  await api.call(deleteContact, { params: { contactId: same.contactId }, token });
  expect((await preview('tickets', 12)).count).toBe(1);
  for (const kind of ['tickets', 'notes', 'files'] as const) await keep(kind, 12);
  await api.run(JOB, NIGHT);
  expect(await ticketsLeft()).toEqual([one.id, of.id]);
  const kept =
    await sql()`select from messages where ticket_id in (${one.id}, ${of.id}) and media_type = 'note'`;
  expect(kept.count).toBe(2);
  expect(free.id).toBeGreaterThan(0);

  // One person who was two: the hold goes along.
  const twin = await finished('2026-03-01T12:00:00Z', { name: 'A. Silva' });
  const merging = { params: { contactId: twin.contactId }, body: { duplicateId: of.contactId }, token };
  await api.call(mergeContact, merging);
  await api.refused('ERR_ON_HOLD', deleteTicket, { params: { ticketId: of.id }, token });

  await api.call(removeHold, { params: { holdId: held.id }, token });
  await api.refused('ERR_NO_HOLD_FOUND', removeHold, { params: { holdId: held.id }, token });
  await api.run(JOB, new Date(NIGHT.getTime() + 86_400_000));
  expect((await ticketsLeft()).includes(one.id)).toBe(false);
  const noted = await sql()`
    select action, entity_name from audit_log where company_id = ${company.companyId} and entity = 'hold' order by id`;
  expect(noted.map((row) => [row.action, row.entity_name])).toEqual([
    ['create', 'R****'],
    ['create', 'A****'],
    ['delete', 'R****'],
  ]);
});

it('a campaign keeps its figures when its people go, all but those on hold, whom nobody sends to again', async () => {
  const { companyId } = company;
  await givePlan(sql(), companyId);
  token = await api.signIn(company.admin);
  const held = await createTicket(sql(), company, { status: 'closed', name: 'Autora' });
  await sql()`insert into contact_identities ${sql()({ company_id: companyId, kind: 'phone', value: '5511900000001', contact_id: held.contactId })}`;
  const { id: holdId } = await api.call(holdContact, {
    params: { contactId: held.contactId },
    body: { reason: 'processo' },
    token,
  });
  const campaign = (name: string, status: string, at: string) =>
    insertedId(sql()`
      insert into campaigns (company_id, connection_id, name, status, messages, confirmation_messages, started_at, completed_at)
      values (${companyId}, ${company.connectionId}, ${name}, ${status}, array_fill('Oi'::text, '{5}'), array_fill(''::text, '{5}'), ${at},
        ${status === 'FINALIZADA' ? at : null}) returning id`);
  const campaignId = await campaign('Natal', 'FINALIZADA', '2024-12-20');
  const others = [
    await campaign('Carnaval', 'FINALIZADA', '2026-02-10'),
    await campaign('Parada', 'CANCELADA', '2024-12-20'),
  ];
  await sql()`
    insert into campaign_recipients (company_id, campaign_id, name, number, whatsapp_number, body, state, sent_at)
    select ${companyId}, id, 'Maria ' || n, 5511900000000 + n, 5511900000000 + n, 'Oi, Maria', state, '2024-12-20'
    from unnest(${[campaignId, ...others]}::bigint[]) as id, generate_series(1, 501) n,
      lateral (select case when n = 2 then 'failed' else 'sent' end as state) s`;
  const named = async () =>
    (
      await sql()`
        select campaign_id, count(*)::int as count from campaign_recipients r
        where company_id = ${companyId} and r::text ~ 'Maria|55119' group by 1 order by 1`
    ).map((row) => [Number(row.campaign_id), row.count]);
  const report = () => api.call(getCampaignReport, { params: { campaignId }, token });
  const { campaign: _, ...figures } = await report();

  await api.refused('ERR_RETENTION_TOO_SHORT', setRetention, {
    params: { kind: 'campaigns' },
    body: { months: 11 },
    token,
  });
  expect(await preview('campaigns', 12)).toEqual({ count: 1, more: false });
  await keep('campaigns', 12);
  await api.run(JOB, NIGHT);
  const left = [
    [others[0], 501],
    [others[1], 501],
  ];
  expect(await named()).toEqual([[campaignId, 1], ...left]);
  expect(await lastNight()).toMatchObject({ gone: { campaigns: 1 }, failed: 0 });
  expect(await report()).toMatchObject(figures);
  // Who failed then has no number any more.
  expect(await api.deps.db.withCompany(companyId, (tx) => requeueFailed(tx, companyId, campaignId))).toBe(0);

  expect((await preview('campaigns', 12)).count).toBe(0);
  await api.call(removeHold, { params: { holdId }, token });
  expect((await preview('campaigns', 12)).count).toBe(1);
  await api.run(JOB, new Date(NIGHT.getTime() + 86_400_000));
  expect(await named()).toEqual(left);
  const [{ nameless }] = await sql()<
    [{ nameless: boolean }]
  >`select is_nameless as nameless from campaigns where id = ${campaignId}`;
  expect(nameless).toBe(true);
});

it('a night that dies goes on where it was, and what cannot go keeps nothing else', async () => {
  const ids: number[] = [];
  for (let day = 1; day <= 25; day++)
    ids.push((await finished(`2024-01-${String(day).padStart(2, '0')}T12:00:00Z`)).id);
  await keep('tickets', 12);
  const stuck = ids[2]!;
  await sql().unsafe(`
    create or replace function refuse() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
    create trigger planted before delete on tickets for each row when (old.id = ${stuck}) execute function refuse()`);
  const job = api.app.jobs.all.find(({ name }) => name === JOB)!;
  const [item] = await job.due(NIGHT, 10);
  expect(await job.take(item!, () => NIGHT)).toBe('more');
  expect(await ticketsLeft()).toEqual([stuck, ...ids.slice(20)]);
  expect(await lastNight()).toMatchObject({
    endedAt: null,
    gone: { tickets: 19 },
    failed: 1,
    bytesAfter: null,
  });
  await api.run(JOB, NIGHT);
  expect(await ticketsLeft()).toEqual([stuck]);
  expect(await lastNight()).toMatchObject({ endedAt: expect.any(String), gone: { tickets: 24 }, failed: 1 });
  await sql().unsafe('drop trigger planted on tickets');
  await api.run(JOB, new Date(NIGHT.getTime() + 86_400_000));
  expect(await ticketsLeft()).toEqual([]);
});

it('is the admin’s alone, refuses less than the log needs, and notes each change', async () => {
  const ana = await api.signIn(company.ana);
  await api.refused('ERR_NO_PERMISSION', getRetention, { token: ana });
  const set = (kind: string, months: unknown) => ({ params: { kind }, body: { months }, token });
  await api.refused('ERR_RETENTION_TOO_SHORT', setRetention, set('audit', 5));
  for (const months of [0, -1, 1.5, 241, '12'])
    await api.refused('ERR_VALIDATION', setRetention, set('tickets', months));
  await api.refused('ERR_VALIDATION', setRetention, set('everything', 12));
  await keep('tickets', 12);
  await keep('tickets', 12);
  await keep('tickets', null);
  const { rules } = await api.call(getRetention, { token });
  expect(rules.every(({ months }) => months === null)).toBe(true);
  const noted = await sql()`
    select changes from audit_log where company_id = ${company.companyId} and entity = 'retention' order by id`;
  expect(noted.map(({ changes }) => changes)).toEqual([
    [{ field: 'months', from: null, to: '12' }],
    [{ field: 'months', from: '12', to: null }],
  ]);
});
