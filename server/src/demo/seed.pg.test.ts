import { login } from '@balcao/shared/features/auth/calls.ts';
import { dryRunCampaign, getCampaignReport, listCampaigns } from '@balcao/shared/features/campaigns/calls.ts';
import { listCompanyInvoices, paySubscription } from '@balcao/shared/features/invoices/calls.ts';
import { downloadMedia } from '@balcao/shared/features/media/calls.ts';
import { searchMessages } from '@balcao/shared/features/messages/calls.ts';
import { changedLine } from '@balcao/shared/features/messages/preview.ts';
import { testPaymentGateway } from '@balcao/shared/features/payments/calls.ts';
import { testPrompt } from '@balcao/shared/features/prompts/calls.ts';
import { testQueueIntegration } from '@balcao/shared/features/queue-integrations/calls.ts';
import { webhookEnvelope } from '@balcao/shared/features/responders/webhook-envelope.ts';
import { testBillingService } from '@balcao/shared/features/settings/calls.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Session, startApi, type TestApi } from '../../test/api.ts';
import { openCounter } from '../../test/counter.ts';
import { createTestDatabase } from '../../test/database.ts';
import type { CompanyFixture } from '../../test/fixtures.ts';
import { MARIA } from '../../test/services/debtors.ts';
import { type StandIns, startStandIns } from '../../test/services/stand-ins.ts';
import type { ChannelSession } from '../channels/channel.ts';
import { receive } from '../conversation/arrival.ts';
import { MASK } from '../modules/audit/audit.service.ts';
import { openDatabase } from '../platform/db/database.ts';
import { openSyncApi, type SyncApi } from '../sync/testing/sync-api.ts';
import { PASSWORD } from './accounts.ts';
import { CAST } from './cast.ts';
import { seedDemo } from './seed.ts';

let services: StandIns;
let server: SyncApi;
let ana: Session;
const sql = () => server.admin;

beforeAll(async () => {
  services = await startStandIns();
  const { url: efiUrl, caFile } = services.efi;
  const env = {
    OUTGOING_ALLOW: [services.url, efiUrl].map((url) => new URL(url).host).join(),
    OUTGOING_STAND_IN: services.url,
    EFI_URL: efiUrl,
    EFI_CA_FILE: caFile,
  };
  server = await openSyncApi(await startApi({ env }));
  expect(
    await seedDemo(
      {
        ...server.deps,
        standIn: services.url,
        publicUrl: 'http://127.0.0.1:8080',
        efi: { url: efiUrl, caFile },
      },
      'shop',
    ),
  ).toBe(true);
  const [row] = await sql()<{ id: string; email: string }[]>`select id, email from users where name = 'Ana'`;
  ana = await server.openSession({ id: Number(row?.id), email: row?.email ?? '', password: PASSWORD });
});
afterAll(async () => {
  await server.stop();
  await services.close();
});

it('is a company in the middle of its morning, as its agents find it', async () => {
  const desk = server.console(ana);
  await desk.live();
  const [seen] = await sql()`
    select count(*) filter (where status = 'pending')::int as pending, count(*) filter (where status = 'open')::int as open,
      count(*) filter (where status = 'closed' and last_message_at > now() - interval '7 days')::int as closed
    from tickets`;
  const tickets = desk.store.rows('ticket');
  const shown = (status: string) => tickets.filter((ticket) => ticket.status === status).length;
  expect({ pending: shown('pending'), open: shown('open'), closed: shown('closed') }).toEqual(seen);
  expect(seen).toMatchObject({ pending: 5, open: 7 });
  expect(tickets.filter(({ chatbot }) => chatbot)).toMatchObject([{ waitingSince: null, unreadMessages: 2 }]);
  expect(desk.store.rows('tag')).toHaveLength(5);
  expect(desk.store.rows('quickMessage')).toHaveLength(6);
  expect(desk.store.rows('fileList')).toMatchObject([{ options: [{ media: {} }, { media: {} }] }]);
  expect(desk.store.rows('schedule')).toHaveLength(2);
  expect(desk.store.rows('mention')).toHaveLength(1);
  desk.cut();

  const { token } = ana;
  const found = await server.call(searchMessages, { query: { searchParam: 'vitrine' }, token });
  expect(found.hits).toHaveLength(1);
  for (const { id, size } of await sql()`select id, size::int from media`) {
    const file = await server.send(downloadMedia, { params: { mediaId: id }, token });
    expect([file.statusCode, file.rawPayload.length]).toEqual([200, size]);
  }
});

it('holds what its conversations would have left', async () => {
  const lasts = await sql()`
    select distinct on (m.ticket_id) t.last_message as shown, t.last_message_at = m.created_at as newest,
      m.media_type as "mediaType", m.card ->> 'kind' as "cardKind", m.body, m.from_me as "fromMe", m.is_deleted as "isDeleted", f.name
    from messages m join tickets t on t.id = m.ticket_id left join media f on f.id = m.media_id
    where m.state <> 'local' order by m.ticket_id, m.created_at desc, m.id desc`;
  for (const { shown, newest, ...message } of lasts)
    expect([shown, newest]).toEqual([changedLine(message as Parameters<typeof changedLine>[0]), true]);

  expect(
    await sql()`
    select t.id from tickets t
    left join lateral (select count(*) filter (where not read) as unread from messages where ticket_id = t.id) u on true
    left join lateral (select min(created_at) as since from messages m where m.ticket_id = t.id
      and (not m.from_me and t.bot_ended is null or m.media_type = 'event' and m.body like '{"kind":"handedOver"%')
      and m.created_at > coalesce((select max(created_at) from messages
        where ticket_id = t.id and from_me and user_id is not null and state <> 'local'), '-infinity')) w on true
    where t.unread_messages <> u.unread
      or t.waiting_since is distinct from (case when t.status <> 'closed' and not t.chatbot then w.since end)`,
  ).toEqual([]);
  expect(
    await sql()`
    (select contact_id, scope, holders from contact_sight)
    except (select contact_id, scope, count(*) from (
        select contact_id, unnest(scopes) as scope from tickets
        union all select id, 'u:' || unnest(added_by) from contacts) s
      where scope ~ '^[qu]:' group by 1, 2)`,
  ).toEqual([]);
  // An id of a message names its moment, by which search goes.
  expect(
    await sql()`
    select id from messages
    where ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint <> round(extract(epoch from created_at) * 1000)
      or created_at > now()`,
  ).toEqual([]);
});

it('tells a dashboard of three weeks', async () => {
  const [cycles] = await sql()`
    select count(*)::int as all, count(*) filter (where finished_at is null)::int as "underWay",
      count(*) filter (where finished_at is not null and not (created_at <= queued_at and queued_at < started_at and started_at < answered_at
        and answered_at < finished_at and user_id = finished_by and queue_id is not null))::int as incomplete,
      count(rate)::int as rated, count(distinct rate)::int as marks, count(distinct user_id)::int as agents
    from ticket_tracking where finished_at is not null or started_at is null`;
  expect(cycles).toMatchObject({ underWay: 5, incomplete: 0, marks: 5, agents: 2 });
  expect(cycles?.all).toBeGreaterThan(150);
  expect(cycles?.rated).toBeGreaterThan(90);
  const [hours] = await sql()`
    select min(hour)::int as first, max(hour)::int as last, count(distinct day)::int as days
    from (select extract(hour from at) as hour, at::date as day from (
      select created_at at time zone 'America/Sao_Paulo' as at from ticket_tracking
      where created_at < (now() at time zone 'America/Sao_Paulo')::date at time zone 'America/Sao_Paulo' - interval '1 day') c) h`;
  expect(hours?.first).toBeGreaterThanOrEqual(8);
  expect(hours?.last).toBeLessThan(18);
  expect(hours?.days).toBeGreaterThanOrEqual(17);
});

it('has a campaign that waits for its start, and the report of one that is over', async () => {
  const [admin] = await sql()<
    { id: string; email: string }[]
  >`select id, email from users where name = 'Admin'`;
  const { token } = await server.openSession({
    id: Number(admin?.id),
    email: admin?.email ?? '',
    password: PASSWORD,
  });
  const { records } = await server.call(listCampaigns, { token });
  const [next, past] = ['INATIVA', 'FINALIZADA'].map((state) =>
    records.find(({ status }) => status === state),
  );
  const at = (one: typeof next) => ({ params: { campaignId: one?.id ?? 0 }, token });
  expect(await server.call(dryRunCampaign, at(next))).toMatchObject({
    total: 13,
    recipients: 9,
    // One of them is no contact any more.
    leftOut: { noWhatsapp: 2, optedOut: 2 },
  });
  const { curve, ...report } = await server.call(getCampaignReport, at(past));
  expect(report).toMatchObject({
    total: 60,
    valid: 58,
    sent: 44,
    answered: 5,
    tickets: 5,
    optOuts: 1,
    failures: [{ code: 'ERR_SENDING_WAPP_MSG', count: 1 }],
    skipped: { declined: 3, expired: 9 },
  });
  const [first, last] = [curve[0], curve.at(-1)].map((moment) => Date.parse(moment?.at ?? ''));
  expect(Number(last) - Number(first)).toBeGreaterThan(60 * 60_000);
  // The question, the yes and the message stand above the answer.
  const shown = await sql()`
    select string_agg(m.said_by || '', ' ' order by m.created_at) as said,
      min(m.created_at) < min(t.created_at) as above
    from campaign_recipients r join tickets t on t.id = r.ticket_id join messages m on m.ticket_id = t.id
    where m.said_by = 'campaign' group by t.id`;
  expect(shown).toEqual(Array.from({ length: 5 }, () => ({ said: 'campaign campaign', above: true })));
});

it('goes on where it was when a customer writes', async () => {
  const [place] = await sql()`
    select t.id::int, t.company_id::int as "companyId", t.connection_id::int as "connectionId", t.unread_messages as unread
    from tickets t join contacts c on c.id = t.contact_id where c.name = 'Maria Souza' and t.status = 'open'`;
  const { companyId, connectionId } = place as { companyId: number; connectionId: number };
  await server.db.withCompany(companyId, (tx) =>
    receive(
      server.deps,
      { companyId, connectionId } as ChannelSession,
      {
        chat: {
          kind: 'direct',
          identities: [
            { kind: 'lid', value: '77777777' },
            { kind: 'phone', value: CAST.maria.number },
          ],
        },
        ref: { id: 'LIVE1', fromMe: false, participant: '' },
        authorName: CAST.maria.name,
        content: { kind: 'text', text: 'Obrigada!' },
        quotedId: null,
        quotedText: '',
        forwarded: false,
        referral: null,
        at: new Date(),
      },
      tx,
    ),
  );
  expect(await sql()`select last_message, unread_messages from tickets where id = ${place?.id}`).toEqual([
    { last_message: 'Obrigada!', unread_messages: place?.unread + 1 },
  ]);
});

it('has an assistant, a web shop and a billing system, where they are played', async () => {
  const [place] = await sql()`
    select c.id::int as "connectionId", c.company_id::int as "companyId" from connections c`;
  await sql()`update settings set value = 'disabled' where key = 'scheduleType'`;
  const counter = openCounter(server, place as CompanyFixture);
  await counter.writes('Oi');
  await counter.writes('2');
  const [menu] = await counter.heard();
  expect(menu).toContain('Suporte');
  await counter.writes('4');
  expect(await counter.asks('Quero trocar um moedor')).toEqual([expect.stringContaining('30 dias')]);
  expect(await counter.asks('#')).toEqual([expect.stringContaining('[ 2 ] - Suporte')]);
  await counter.writes('2');
  await counter.asks('1');
  expect(await counter.asks('4821')).toEqual([expect.stringContaining('4821')]);
  await counter.asks('#');
  await counter.writes('2');
  await counter.writes('5');
  expect(await counter.asks(MARIA.written)).toContainEqual(expect.stringContaining('R$'));

  const deliveries = await sql()<{ payload: string; state: string; event: string }[]>`
    select d.payload, d.state, d.event from deliveries d join tickets t on t.id = d.ticket_id
    where t.status = 'closed' and t.queue_id = (select id from queues where name = 'Pedidos do site')
      and t.user_id is not null order by d.created_at`;
  expect(deliveries.map(({ state, event }) => `${event}: ${state}`)).toEqual([
    'ticket.entered: delivered',
    'message.received: delivered',
    'message.received: delivered',
    'message.received: failed',
  ]);
  for (const { payload } of deliveries) webhookEnvelope.parse(JSON.parse(payload));
});

it('is answered from outside only where its start has opened that one address', async () => {
  const [row] = await sql()<{ id: string; email: string; webhook: string; prompt: string }[]>`
    select id, email, (select id from queue_integrations) as webhook, (select id from prompts) as prompt
    from users where name = 'Admin'`;
  const admin = { id: Number(row?.id), email: row?.email ?? '', password: PASSWORD };
  const tries = async (api: TestApi) => {
    const token = await api.signIn(admin);
    const typed = { promptId: Number(row?.prompt), baseUrl: '', apiKey: MASK, model: '' };
    const webhook = { type: 'webhook', queueIntegrationId: Number(row?.webhook) };
    const trials = [
      await api.call(testPrompt, { body: typed, token }),
      await api.call(testQueueIntegration, { body: webhook, token }),
      await api.call(testBillingService, { params: { service: 'asaas' }, token }),
    ];
    return trials.map(({ ok }) => ok);
  };
  const asked = () => (['openai', 'n8n', 'asaas'] as const).map((name) => services.asked(name).length);

  expect(await tries(server)).toEqual([true, true, true]);
  const before = asked();
  // As it is set up for production: nothing is opened.
  const closed = await startApi({ beside: server, env: { OUTGOING_STAND_IN: services.url } });
  expect(await tries(closed)).toEqual([false, false, false]);
  expect(asked()).toEqual(before);
  await closed.stop();
});

it('is made once, and may be empty: one queue for both agents, and nobody has written', async () => {
  expect(await seedDemo({ ...server.deps, standIn: null, publicUrl: null, efi: null }, 'shop')).toBe(false);
  const database = await createTestDatabase();
  const db = openDatabase({ url: database.url, name: 'empty', poolSize: 2, onCommit: () => {} });
  expect(await seedDemo({ ...server.deps, db, standIn: null, publicUrl: null, efi: null }, 'empty')).toBe(
    true,
  );
  expect(
    await database.admin`
    select name, (select count(*)::int from user_queues) as members, (select count(*)::int from contacts) as contacts,
      (select count(*)::int from settings) as settings from queues`,
  ).toEqual([{ name: 'Atendimento', members: 2, contacts: 0, settings: 0 }]);
  await db.close();
  await database.close();
});

it('operates a platform on which one company has paid, one owes soon, and one is overdue', async () => {
  const [row] = await sql()<{ id: string; email: string }[]>`select id, email from users where super`;
  const admin = await server.openSession({
    id: Number(row?.id),
    email: row?.email ?? '',
    password: PASSWORD,
  });
  const { list } = await server.call(listCompanyInvoices, { token: admin.token });
  const found = list.map(({ company, status }) => `${company.name}: ${status}`).toSorted();
  expect(found).toEqual(
    [
      'Loja Demo: open',
      'Loja Demo: paid',
      'Padaria Sol Nascente: paid',
      'Pet Shop Amigo Fiel: open',
      'Pet Shop Amigo Fiel: paid',
      'Ótica Boa Vista: open',
    ].toSorted(),
  );
  const overdue = { email: 'gerente@otica.demo.balcao.test', password: PASSWORD };
  expect((await server.send(login, { body: overdue })).statusCode).toBe(402);
  const own = list.find(({ company, status }) => company.name === 'Loja Demo' && status === 'open');
  const body = {
    invoiceId: own?.id ?? 0,
    firstName: 'Loja',
    address2: 'Rua A',
    city: 'Recife',
    zipcode: '50010-000',
    country: 'BR' as const,
  };
  expect((await server.call(paySubscription, { body, token: admin.token })).valor.original).toBe('199.00');
});

it('is paid at the bank that is played', async () => {
  const [row] = await sql()<
    { id: string; email: string }[]
  >`select id, email from users where name = 'Admin'`;
  const token = await server.signIn({ id: Number(row?.id), email: row?.email ?? '', password: PASSWORD });
  expect(await server.call(testPaymentGateway, { token })).toEqual({ ok: true, error: null });
});
