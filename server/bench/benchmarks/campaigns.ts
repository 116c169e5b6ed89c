import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import * as jobs from '../../src/modules/campaigns/campaign-jobs.repo.ts';
import * as report from '../../src/modules/campaigns/report.repo.ts';
import { takeNext } from '../../src/modules/campaigns/taking.repo.ts';
import type { Tx } from '../../src/platform/db/client.ts';
import {
  type CompanyFixture,
  createCompany,
  createTicket,
  givePlan,
  insertedId,
} from '../../test/fixtures.ts';
import { startApi } from '../api.ts';
import type { Benchmark, Context, Figure } from '../figure.ts';
import { measureInTurns, percentiles, timed } from '../measure.ts';
import type { BenchDatabase } from '../postgres.ts';
import { startProgram } from '../program.ts';
import { startWhatsApp } from '../whatsapp.ts';

const RECIPIENTS = 10_000;
const PHONES = 50;
const WAITING = 1_000;
const TEXT = 'Olá {nome}, temos {oferta} para você até sábado. Responda SAIR para não receber mais.';
const VARIABLES = [{ key: 'oferta', value: 'bolo de fubá' }];
const NO_TEXTS = ['', '', '', '', ''];

/** What campaigns cost: whoever waits beside them, the database, and who looks at their reports. */
export const campaigns: Benchmark = {
  name: 'campaigns',
  async run(context) {
    return [...(await takingOver(context)), ...(await waiting(context)), ...(await answering(context))];
  },
};

interface Shop extends CompanyFixture {
  listId: number;
}

async function openShop({ admin }: BenchDatabase, people: number): Promise<Shop> {
  const company = await createCompany(admin, `Loja ${randomUUID()}`);
  const { companyId } = company;
  await givePlan(admin, companyId);
  const listId = await insertedId(admin`
    insert into contact_lists (company_id, name) values (${companyId}, 'Todos') returning id`);
  await admin`
    insert into contact_list_items (company_id, contact_list_id, name, number, email, is_whatsapp_valid, whatsapp_number,
      check_due)
    select ${companyId}, ${listId}, 'Cliente ' || n, (5511900000000 + n)::text, 'cliente' || n || '@exemplo.com', true,
      (5511900000000 + n)::text, false
    from generate_series(1, ${people}) as n`;
  await admin`analyze contact_list_items`;
  return { ...company, listId };
}

const newCampaign = (
  admin: postgres.Sql,
  { companyId, connectionId, listId }: Shop,
  more: Record<string, unknown> = {},
): Promise<number> =>
  insertedId(
    admin`insert into campaigns ${admin({
      company_id: companyId,
      name: 'Sábado',
      contact_list_id: listId,
      connection_id: connectionId,
      messages: [TEXT, '', '', '', ''],
      confirmation_messages: NO_TEXTS,
      ...more,
    })} returning id`,
  );

const asTx = <T>(admin: postgres.Sql, work: (tx: Tx) => Promise<T>) =>
  admin.begin((sql) => work(sql as unknown as Tx)) as Promise<T>;

/** Recipients of a shop's list, taken as the product does, and copied by the database alone. */
function createFreezer({ admin }: BenchDatabase, shop: Shop) {
  const { companyId } = shop;
  return {
    async take() {
      const id = await newCampaign(admin, shop);
      const campaign = {
        id,
        contactListId: shop.listId,
        connectionId: shop.connectionId,
        quietDays: 0,
        messages: [TEXT, '', '', '', ''],
        confirmation: false,
        confirmationMessages: NO_TEXTS,
        template: null,
        byAddress: false,
        listBasis: null,
      };
      const ms = await timed(async () => {
        for (let last: number | null = 0; last !== null; ) {
          const after: number = last;
          last = await asTx(admin, (tx) => takeNext(tx, companyId, campaign, VARIABLES, after));
        }
      });
      return { id, ms };
    },
    async copy(from: number) {
      const id = await newCampaign(admin, shop);
      const ms = await timed(
        () => admin`
          insert into campaign_recipients (company_id, campaign_id, name, number, whatsapp_number, variant, body, state)
          select company_id, ${id}, name, number, whatsapp_number, variant, body, state
          from campaign_recipients where company_id = ${companyId} and campaign_id = ${from}`,
      );
      return { id, ms };
    },
  };
}

/** Freezing recipients beside copying them, and a report beside its queries. */
async function takingOver(context: Context): Promise<Figure[]> {
  const people = context.quick ? 20_000 : 100_000;
  const database = await context.postgres.createDatabase();
  const { admin } = database;
  const shop = await openShop(database, people);
  const { companyId } = shop;
  const { take, copy } = createFreezer(database, shop);
  const frozen = await take();
  const rounds: { take: number; copy: number }[] = [];
  for (let round = 0; round < 3; round += 1)
    rounds.push({ take: (await take()).ms, copy: (await copy(frozen.id)).ms });
  const best = (of: 'take' | 'copy') => Math.min(...rounds.map((round) => round[of]));

  await admin`
    update campaign_recipients set state = 'read', connection_id = ${shop.connectionId},
      sent_at = now() - id % 5000 * interval '1 second', delivered_at = now(), read_at = now()
    where company_id = ${companyId} and campaign_id = ${frozen.id}`;
  await admin`vacuum analyze campaign_recipients`;
  const api = await startApi(context, database);
  const token = await api.signIn({ companyId, userId: shop.admin.id });
  const [whole, raw] = await measureInTurns(
    20,
    [
      () => api.get(`/campaigns/${frozen.id}/report`, token),
      () =>
        asTx(admin, async (tx) => {
          await report.count(tx, companyId, frozen.id);
          await report.curve(tx, companyId, frozen.id);
        }),
    ],
    60_000,
  );
  await api.stop();
  await database.drop();
  return [
    {
      name: `${people} people of a list become recipients`,
      value: best('take'),
      unit: 'ms',
      floor: { what: 'one insert … select of the same rows', value: best('copy') },
      target: { ratioAtMost: 3 },
    },
    {
      name: `a report of ${people} recipients, p95`,
      value: whole.p95,
      unit: 'ms',
      floor: { what: 'its queries alone', value: raw.p95 },
      target: { ratioAtMost: 3 },
    },
  ];
}

/** What the clock asks of campaigns every two seconds, with many that are not due beside none. */
async function waiting(context: Context): Promise<Figure[]> {
  const [empty, full] = [await context.postgres.createDatabase(), await context.postgres.createDatabase()];
  for (const database of [empty, full]) {
    const shop = await openShop(database, 1);
    const soon = { status: 'PROGRAMADA', scheduled_at: new Date(Date.now() + 86_400_000) };
    for (let made = 0; database === full && made < WAITING; made += 1)
      await newCampaign(database.admin, shop, soon);
    await database.admin`analyze campaigns`;
  }
  const look =
    ({ admin }: BenchDatabase) =>
    () =>
      admin.begin(async (sql) => {
        const tx = sql as unknown as Tx;
        const now = new Date();
        await jobs.listDue(tx, now, 100);
        await jobs.listTaking(tx, 100);
        await jobs.listEnding(tx, now, 100);
        await jobs.listRestricted(tx, 100);
      });
  const [none, many] = await measureInTurns(500, [look(empty), look(full)], 60_000);
  for (const database of [empty, full]) await database.drop();
  return [
    {
      name: `a look for what is due, ${WAITING} campaigns waiting, p50`,
      value: many.p50,
      unit: 'ms',
      floor: { what: 'none waits', value: none.p50 },
      target: { ratioAtMost: 1.15 },
    },
  ];
}

/** An agent's answer, until WhatsApp has accepted it, beside a campaign without pauses. */
async function answering(context: Context): Promise<Figure[]> {
  const database = await context.postgres.createDatabase();
  const { admin } = database;
  const whatsApp = await startWhatsApp();
  const server = await startProgram<{ url: string }>('server/src/main.ts', {
    env: { ...whatsApp.env, DATA_DIR: context.dir, DATABASE_URL: database.url, PORT: '0' },
  });
  const shop = await openShop(database, 1);
  const { companyId, connectionId } = shop;
  await whatsApp.link(database, shop);
  const numbers = Array.from({ length: PHONES }, (_, place) => String(5_521_930_000_000 + place));
  for (const number of numbers)
    await whatsApp.commands.createPhone({ number, name: number, receipts: 'none' });
  const ticket = await createTicket(admin, shop, { userId: shop.ana.id });
  await admin`update contacts set number = ${numbers[0] ?? ''} where id = ${ticket.contactId}`;
  await admin`
    insert into campaign_settings (company_id, message_interval, longer_interval_after, greater_interval, variables)
    values (${companyId}, 0, 0, 0, '[]')`;
  const id = await newCampaign(admin, shop, {
    status: 'EM_ANDAMENTO',
    started_at: new Date(),
    paused_reason: 'restricted',
  });
  // Many keys, few phones, and no budget of new chats: what counts is that somebody is always next.
  await admin`
    insert into campaign_recipients (company_id, campaign_id, name, number, whatsapp_number, variant, body, known, state)
    select ${companyId}, ${id}, 'Cliente', 'k' || n, (${numbers}::text[])[1 + n % ${PHONES}], 1, 'Olá ' || n, true, 'queued'
    from generate_series(1, ${RECIPIENTS}) as n`;

  const tell = () =>
    admin`select pg_notify('balcao', ${JSON.stringify({ from: 'bench', dirty: [companyId] })})`;
  const answer = () =>
    timed(async () => {
      const message = randomUUID();
      await admin`
        insert into messages (company_id, id, ticket_id, contact_id, connection_id, user_id, from_me, body, state, read,
          created_at)
        values (${companyId}, ${message}, ${ticket.id}, ${ticket.contactId}, ${connectionId}, ${shop.ana.id}, true,
          ${message}, 'queued', true, now())`;
      await tell();
      while ((await admin`select from messages where id = ${message} and state = 'sent'`).count === 0)
        await sleep(1);
    });
  const times = { quiet: [] as number[], beside: [] as number[] };
  for (let round = 0; round < (context.quick ? 2 : 6); round += 1)
    for (const which of ['quiet', 'beside'] as const) {
      const paused = which === 'quiet' ? 'restricted' : null;
      await admin`update campaigns set paused_reason = ${paused}, updated_at = now() where id = ${id}`;
      await tell();
      await sleep(1_500);
      for (let said = 0; said < 20; said += 1) times[which].push(await answer());
    }
  const [left] = await admin<{ sent: number }[]>`
    select count(*)::int as sent from campaign_recipients where campaign_id = ${id} and sent_at is not null`;
  await server.stop();
  await whatsApp.stop();
  await database.drop();
  return [
    {
      name: `an agent's answer beside a campaign of ${RECIPIENTS} (${left?.sent ?? 0} left meanwhile), p50`,
      value: percentiles(times.beside).p50,
      unit: 'ms',
      floor: { what: 'no campaign', value: percentiles(times.quiet).p50 },
      target: { ratioAtMost: 1.2 },
    },
  ];
}
