import * as contracts from '@balcao/shared/features/campaigns/calls.ts';
import {
  createConnection,
  getConnection,
  listTemplates,
  updateConnection,
} from '@balcao/shared/features/connections/calls.ts';
import { getApiMessage, sendApiMessage } from '@balcao/shared/features/messages-api/calls.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { eventually } from '../../../test/eventually.ts';
import { type CompanyFixture, createCompany, givePlan } from '../../../test/fixtures.ts';
import { newNumber } from '../../../test/phone-company.ts';
import { type StandIns, startStandIns } from '../../../test/services/stand-ins.ts';
import { CLOUD, cloudPeople } from '../../../test/services/whatsapp-cloud-people.ts';
import { type LocalWorld, startWorld } from '../../../test/world.ts';

/** Campaigns by approved templates: what Meta gets, what it refuses, and how many it lets through. */

const PUBLIC_URL = 'https://balcao.example';

let world: LocalWorld;
let services: StandIns;
let api: TestApi;
let company: CompanyFixture;
let admin: string;
let connectionId: number;
let people: ReturnType<typeof cloudPeople>;

beforeAll(async () => {
  services = await startStandIns();
  people = cloudPeople(services.url);
  const env = { OUTGOING_ALLOW: new URL(services.url).host, OUTGOING_STAND_IN: services.url };
  world = await startWorld({
    database: createTestDatabase(),
    env: { ...env, BALCAO_CAMPAIGN_PACE_MS: '10' },
  });
  api = await startApi({ beside: world, env: { ...env, PUBLIC_URL } });
  // The operator's own company is never overdue.
  await createCompany(sql(), 'Operadora');
  company = await createCompany(sql(), 'Padaria');
  await givePlan(sql(), company.companyId);
  admin = await api.signIn(company.admin);
  await people.approve([OFFER]);
  await world.startSessions();
  const here = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const made = await api.call(createConnection, {
    body: { name: 'Oficial', kind: 'whatsapp_cloud', credentials: CLOUD },
    token: admin,
  });
  connectionId = made.id;
  const address = (made.webhook?.address ?? '').replace(PUBLIC_URL, here);
  await eventually(templates, ({ length }) => length === 1);
  await people.enter(address, made.webhook?.verifyToken ?? '');
});
afterAll(async () => {
  await api.stop();
  await world.stop();
  await services.close();
});

const OFFER = {
  name: 'oferta',
  language: 'pt_BR',
  category: 'MARKETING',
  status: 'APPROVED',
  components: [
    { type: 'HEADER', format: 'TEXT', text: 'Só hoje' },
    { type: 'BODY', text: 'Olá {{1}}, temos {{2}}. {{1}}, venha!' },
    { type: 'FOOTER', text: 'SAIR para não receber' },
  ],
};
const TEMPLATE = { name: 'oferta', language: 'pt_BR', parameters: ['{nome}', 'pão e\nbolo {email}'] };

const templates = () => api.call(listTemplates, { params: { whatsappId: connectionId }, token: admin });
const sql = () => world.database.admin;

/** A list of people whose numbers nobody has looked up. */
async function list(names: readonly string[]) {
  const [made] = await sql()`
    insert into contact_lists (company_id, name) values (${company.companyId}, ${`Lista ${uuidv7()}`}) returning id`;
  const numbers = names.map(() => newNumber());
  for (const [place, name] of names.entries())
    await sql()`insert into contact_list_items (company_id, contact_list_id, name, number, email)
      values (${company.companyId}, ${made?.id}, ${name}, ${numbers[place] ?? ''}, '')`;
  return { contactListId: Number(made?.id), numbers };
}

async function begin(fields: object) {
  const { id } = await api.call(contracts.createCampaign, {
    token: admin,
    body: {
      name: 'Sábado',
      whatsappId: connectionId,
      template: TEMPLATE,
      scheduledAt: new Date().toISOString(),
      ...fields,
    },
  });
  await api.run('campaign starts');
  await api.run('campaign recipients');
  return id;
}
const report = (campaignId: number) =>
  api.call(contracts.getCampaignReport, { token: admin, params: { campaignId } });
const until = (id: number, isDone: (now: Awaited<ReturnType<typeof report>>) => boolean) =>
  eventually(() => report(id), isDone, 15_000);
const callsTo = async (numbers: readonly string[]) =>
  (await people.calls()).filter(({ body }) => numbers.includes(String(body.to)));

it('needs a template, fills it for each, and knows who got it, whatever Meta says when', async () => {
  const { contactListId, numbers } = await list(['Ana', 'Bia', 'Caio']);
  const words = {
    token: admin,
    body: { name: 'Palavras', whatsappId: connectionId, contactListId, message1: 'Olá' },
  };
  const at = new Date().toISOString();
  await api.refused('ERR_CAMPAIGN_INCOMPLETE', contracts.createCampaign, {
    ...words,
    body: { ...words.body, scheduledAt: at },
  });
  await api.refused('ERR_TEMPLATE_PARAMETERS', contracts.createCampaign, {
    ...words,
    body: { ...words.body, template: { ...TEMPLATE, parameters: ['x'] } },
  });
  // The first one's tick comes before the answer, the second cannot be brought after all.
  await people.next({ isReadEarly: true });
  await people.next({ fails: 131_026 });
  const id = await begin({ contactListId });
  const { states, failures } = await until(
    id,
    ({ states: now }) => now.read === 1 && now.failed === 1 && now.sent === 1,
  );
  expect({ states, failures }).toMatchObject({
    failures: [{ code: 'ERR_WAPP_INVALID_CONTACT', count: 1 }],
  });
  const [first] = await callsTo(numbers);
  expect(first?.body.template).toEqual({
    name: 'oferta',
    language: { code: 'pt_BR' },
    components: [
      {
        type: 'body',
        parameters: [
          { type: 'text', text: 'Ana' },
          { type: 'text', text: 'pão e bolo' },
        ],
      },
    ],
  });
  // Whoever answers finds above it what was said.
  await people.customer(numbers[0] ?? '', 'Ana').says('Quero!');
  const said = await eventually(
    () => sql()<{ body: string; ack: number }[]>`
      select m.body, m.ack from messages m join contacts c on c.id = m.contact_id
      where c.number = ${numbers[0] ?? ''} and m.state <> 'local' order by m.created_at`,
    ({ length }) => length === 2,
  );
  expect(said[0]).toEqual({
    body: 'Só hoje\n\nOlá Ana, temos pão e bolo. Ana, venha!\n\nSAIR para não receber',
    ack: 4,
  });
});

it('a program sends one with a call, to whom nobody has written yet', async () => {
  const token = uuidv7() + uuidv7();
  await api.call(updateConnection, {
    params: { whatsappId: connectionId },
    body: { name: 'Oficial', token },
    token: admin,
  });
  const number = newNumber();
  const template = { ...TEMPLATE, parameters: ['Rui', 'sonho'] };
  await api.refused('ERR_OUTSIDE_SERVICE_WINDOW', sendApiMessage, { token, body: { number, body: 'Oi' } });
  await api.refused('ERR_VALIDATION', sendApiMessage, { token, body: { number, body: 'Oi', template } });
  const { id } = await api.call(sendApiMessage, { token, body: { number, name: 'Rui', template } });
  await eventually(
    () => api.call(getApiMessage, { params: { messageId: id }, token }),
    ({ state }) => state === 'sent',
  );
  expect((await callsTo([number])).map(({ shown }) => shown)).toEqual([
    'Só hoje\n\nOlá Rui, temos sonho. Rui, venha!\n\nSAIR para não receber',
  ]);
});

it('nobody gets it twice: what is uncertain stays so, what surely did not leave is sent again', async () => {
  const { contactListId, numbers } = await list(['Davi', 'Eva', 'Fábio']);
  await people.next({ lost: true });
  await people.next({ error: { status: 400, code: 130_429 } });
  const id = await begin({ contactListId });
  const { failures } = await until(id, ({ states }) => states.failed === 1 && states.sent === 2);
  expect(failures).toEqual([{ code: 'ERR_SEND_UNCERTAIN', count: 1 }]);
  expect(await callsTo(numbers)).toHaveLength(3);
  await api.refused('ERR_CAMPAIGN_NOTHING_FAILED', contracts.retryCampaign, {
    params: { campaignId: id },
    token: admin,
  });
  // A process died between sending and writing down: the next one finds what had begun.
  const other = await list(['Gil']);
  await people.rate({ quality: 'RED', tier: 'TIER_1K' });
  await eventually(
    () => api.call(getConnection, { params: { whatsappId: connectionId }, token: admin }),
    ({ quality }) => quality === 'red',
  );
  const died = await begin({ contactListId: other.contactListId });
  await until(died, ({ campaign }) => campaign.pausedReason === 'quality');
  await sql()`
    with one as (
      update campaign_recipients set state = 'sending', connection_id = ${connectionId}, pause = 0
      where campaign_id = ${died} returning *)
    insert into campaign_sends (company_id, recipient_id, part, connection_id, wa_id, payload, body, media_type)
    select company_id, id, 1, ${connectionId}, 'unsent:1', '\\x00', body, 'chat' from one`;
  await sql()`update campaigns set paused_until = now() where id = ${died}`;
  const found = await until(died, ({ states }) => states.failed === 1);
  expect(found.failures).toEqual([{ code: 'ERR_SEND_UNCERTAIN', count: 1 }]);
  expect(await callsTo(other.numbers)).toEqual([]);
});

it('keeps to Meta’s limit of a day, waits while the number is red, and stops asking for a template that Meta stopped', async () => {
  await people.rate({ quality: 'GREEN', tier: 'TIER_2K' });
  await eventually(
    () => api.call(getConnection, { params: { whatsappId: connectionId }, token: admin }),
    ({ dailyCustomers }) => dailyCustomers === 2_000,
  );
  const sent = async () => {
    const [row] = await sql()<{ count: number }[]>`
      select (select count(*) from campaign_recipients where template is not null and sent_at is not null)::int
        + (select count(*) from messages where said_by = 'api' and sent_at is not null)::int as count`;
    return row?.count ?? 0;
  };
  await sql()`update connections set daily_customers = ${(await sent()) + 1} where id = ${connectionId}`;
  const { contactListId } = await list(['Hugo', 'Iara']);
  const id = await begin({ contactListId });
  const limited = await until(id, ({ campaign }) => campaign.pausedReason === 'limit');
  expect(limited.states).toMatchObject({ sent: 1, queued: 1 });
  const left = Date.parse(limited.campaign.pausedUntil ?? '') - Date.now();
  expect(left).toBeGreaterThan(23 * 3_600_000);
  await sql()`update connections set daily_customers = null where id = ${connectionId}`;
  await sql()`update campaigns set paused_until = now() where id = ${id}`;
  await until(id, ({ states }) => states.sent === 2);

  const many = await list(['Joana', 'Karl', 'Lia', 'Max']);
  for (let time = 0; time < 3; time++) await people.next({ error: { status: 400, code: 132_015 } });
  const stopped = await begin({ contactListId: many.contactListId });
  const { states } = await until(stopped, ({ campaign }) => campaign.pausedReason === 'template');
  expect(states).toMatchObject({ failed: 3, queued: 1 });
  // Taken away at Meta before a campaign begins: it says so, and sends nothing.
  const last = await list(['Nina']);
  const soon = new Date(Date.now() + 7_200_000).toISOString();
  const gone = await begin({ contactListId: last.contactListId, scheduledAt: soon });
  await people.approve([{ ...OFFER, name: 'outra' }]);
  await eventually(templates, ([only]) => only?.name === 'outra');
  await sql()`update campaigns set scheduled_at = now() - interval '1 minute' where id = ${gone}`;
  await api.run('campaign starts');
  await api.run('campaign recipients');
  expect((await report(gone)).campaign).toMatchObject({ status: 'CANCELADA', pausedReason: 'noTemplate' });
  expect(await callsTo(last.numbers)).toEqual([]);
});
