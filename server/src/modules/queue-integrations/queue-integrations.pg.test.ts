import { listAudit } from '@balcao/shared/audit-log.ts';
import * as contracts from '@balcao/shared/features/queue-integrations/calls.ts';
import { webhookEnvelope } from '@balcao/shared/features/responders/webhook-envelope.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, createTicket, givePlan } from '../../../test/fixtures.ts';
import { PROJECT, SERVICE_ACCOUNT } from '../../../test/services/google.ts';
import { type StandIns, startStandIns } from '../../../test/services/stand-ins.ts';
import { forAnswering } from './queue-integrations.service.ts';
import { queueIntegrationEntity } from './queue-integrations.sync.ts';

let services: StandIns;
let api: TestApi;
let company: CompanyFixture;
let token: string;

beforeAll(async () => {
  services = await startStandIns();
  const { host } = new URL(services.url);
  api = await startApi({
    env: { OUTGOING_ALLOW: `10.0.0.7:5678, ${host}`, OUTGOING_STAND_IN: services.url },
  });
  await createCompany(api.database.admin, 'Operator');
});
afterAll(async () => {
  await api.stop();
  await services.close();
});

let companies = 0;
beforeEach(async () => {
  services.reset();
  company = await createCompany(api.database.admin, `Loja ${++companies}`);
  await givePlan(api.database.admin, company.companyId);
  token = await api.signIn(company.admin);
});

const MASK = '••••';
const ACCOUNT = JSON.stringify({ ...JSON.parse(SERVICE_ACCOUNT), private_key_id: 'canary-key' });
const dialogflow = {
  type: 'dialogflow',
  name: 'Agente',
  projectName: PROJECT,
  jsonContent: ACCOUNT,
} as const;
const webhook = {
  type: 'webhook',
  name: 'Pedidos',
  urlN8N: 'https://hooks.example.com/balcao',
  headerName: 'X-Key',
  headerValue: 'canary-header',
} as const;

const create = (body: object) => api.call(contracts.createQueueIntegration, { body, token });
const paramsOf = ({ id }: { id: number }) => ({ queueIntegrationId: id });
const change = (of: { id: number }, body: object) =>
  api.call(contracts.updateQueueIntegration, { params: paramsOf(of), body, token });
const refuse = (code: Parameters<TestApi['refused']>[0], body: object) =>
  api.refused(code, contracts.createQueueIntegration, { body, token });
const opened = (id: number, { companyId } = company) =>
  api.db.readCompany(companyId, (tx) => forAnswering(tx, companyId, id, api.deps.secrets, api.deps.clock()));
const auditOf = async () =>
  (await api.call(listAudit, { query: { entity: 'queueIntegration' }, token })).entries;

it('is listed by name, a page at a time, with how many there are', async () => {
  const typebot = { type: 'typebot', urlN8N: 'https://bot.example.com', typebotSlug: 'menu' };
  for (const name of ['Ônibus', 'avião', 'Barco']) await create({ ...typebot, name });
  const list = (searchParam: string) =>
    api.call(contracts.listQueueIntegrations, { query: { searchParam }, token });
  const all = await list('');
  expect([all.queueIntegrations.map(({ name }) => name), all.count, all.hasMore]).toEqual([
    ['avião', 'Barco', 'Ônibus'],
    3,
    false,
  ]);
  expect(all.queueIntegrations[0]).toMatchObject({ projectName: 'avião', waitSeconds: 3, typebotExpires: 1 });
  expect(await list('onib')).toMatchObject({ count: 1, queueIntegrations: [{ name: 'Ônibus' }] });
  await refuse('ERR_QUEUE_INTEGRATION_NAME_TAKEN', { ...typebot, name: 'onibus' });
});

it('lacks nothing that its type needs, at no time, and stays of its type', async () => {
  const missing = async (body: object) =>
    (await refuse('ERR_VALIDATION', { name: 'Vazia', ...body })).details?.map(({ location }) => location);
  expect(await missing({ type: 'dialogflow' })).toEqual(['body.projectName', 'body.jsonContent']);
  expect(await missing({ type: 'n8n' })).toEqual(['body.urlN8N']);
  expect(await missing({ type: 'typebot', urlN8N: 'https://bot.example.com' })).toEqual(['body.typebotSlug']);
  const keyless = JSON.stringify({ ...JSON.parse(ACCOUNT), private_key: 'none' });
  for (const jsonContent of ['{"type":"authorized_user"}', 'not JSON', keyless, MASK.slice(1)])
    await refuse('ERR_INTEGRATION_ACCOUNT', { ...dialogflow, jsonContent });

  const created = await create(dialogflow);
  const params = paramsOf(created);
  const contract = contracts.updateQueueIntegration;
  await api.refused('ERR_VALIDATION', contract, { params, body: { jsonContent: '' }, token });
  await api.refused('ERR_INTEGRATION_TYPE_FIXED', contract, { params, body: { type: 'n8n' }, token });
  expect(await change(created, { type: 'dialogflow', language: 'es' })).toEqual({
    ...created,
    language: 'es',
  });
});

it('cannot be led into the own network, except where the operator allows it', async () => {
  for (const host of [
    'localhost',
    'api.localhost',
    '127.0.0.1:8080',
    '10.0.0.7',
    '[::1]',
    '[::ffff:10.0.0.1]',
    '0x7f000001',
    '169.254.169.254',
  ])
    await refuse('ERR_ADDRESS_FORBIDDEN', { ...webhook, urlN8N: `http://${host}/` });
  for (const urlN8N of ['ftp://example.com', 'javascript:1', 'https://user:pass@example.com', 'example.com'])
    await refuse('ERR_VALIDATION', { ...webhook, urlN8N });
  for (const headerName of ['Host', 'webhook-signature', 'x y', 'a:b'])
    await refuse('ERR_VALIDATION', { ...webhook, headerName });
  await refuse('ERR_VALIDATION', { ...webhook, headerValue: 'a\r\nx-more: b' });
  const created = await create({ ...webhook, urlN8N: 'http://10.0.0.7:5678/' });
  const body = { urlN8N: 'http://[fd00::1]/' };
  const call = { params: paramsOf(created), body, token };
  await api.refused('ERR_ADDRESS_FORBIDDEN', contracts.updateQueueIntegration, call);
});

it('seals its secrets, shows masks, and tells nobody', async () => {
  const { companyId } = company;
  const agent = await create(dialogflow);
  const hook = await create(webhook);
  expect([agent.jsonContent, hook.headerValue, hook.jsonContent]).toEqual([MASK, MASK, '']);
  const rows = await api.admin`select q::text as row from queue_integrations q`;
  expect(JSON.stringify(rows)).not.toMatch(/canary|whsec/);

  // A form that comes back as it was shown changes nothing.
  await change(agent, { jsonContent: MASK, name: 'Outro' });
  await change(hook, { headerValue: MASK, waitSeconds: 5 });
  expect((await opened(agent.id))?.jsonContent).toBe(ACCOUNT);
  expect(await opened(hook.id)).toMatchObject({ headerValue: 'canary-header', waitSeconds: 5 });
  expect((await change(hook, { headerValue: '' })).headerValue).toBe('');
  expect((await opened(hook.id))?.headerValue).toBe('');
  await change(hook, { headerValue: 'canary-again' });

  const loaded = await api.db.readCompany(companyId, (tx) =>
    queueIntegrationEntity.load(tx, companyId, [String(agent.id), String(hook.id)]),
  );
  expect(loaded).toContainEqual({ row: { id: agent.id, type: 'dialogflow', name: 'Outro' }, scopes: ['c'] });
  const entries = await auditOf();
  expect(entries[0]?.changes).toEqual([{ field: 'headerValueSecret', from: null, to: MASK }]);
  const listed = await api.call(contracts.listQueueIntegrations, { token });
  expect(JSON.stringify([loaded, entries, listed]) + api.logged()).not.toMatch(/canary|whsec/);
});

it('signs with a secret of its own, and with the one before for a day', async () => {
  const hook = await create(webhook);
  const signing = () => api.call(contracts.getSigningSecret, { params: paramsOf(hook), token });
  const signs = async () => (await opened(hook.id))?.signingSecrets;
  const first = await signing();
  expect(first).toEqual({ secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/), previousUntil: null });
  expect(await signs()).toEqual([first.secret]);
  expect((await auditOf())[0]).toMatchObject({ userName: 'Admin', action: 'secret', entityName: 'Pedidos' });

  const second = await api.call(contracts.rotateSigningSecret, { params: paramsOf(hook), token });
  expect(await signing()).toEqual(second);
  expect(await signs()).toEqual([second.secret, first.secret]);
  expect((await auditOf())[1]?.changes).toEqual([{ field: 'signingSecret', from: MASK, to: MASK }]);
  api.advance(24 * 3_600_000);
  token = await api.signIn(company.admin);
  expect(await signing()).toEqual({ secret: second.secret, previousUntil: null });
  expect(await signs()).toEqual([second.secret]);

  const params = paramsOf(await create(dialogflow));
  for (const contract of [contracts.getSigningSecret, contracts.rotateSigningSecret])
    await api.refused('ERR_INTEGRATION_UNSIGNED', contract, { params, token });
});

it('leaves whom it answers to people when it is deleted, and nothing leads to it', async () => {
  const { admin } = api;
  const hook = await create(webhook);
  const answered = await createTicket(admin, company);
  const other = await createTicket(admin, company);
  await admin`
    update tickets set answerer = 'integration', integration_id = ${hook.id}, waiting_since = null
    where id = ${answered.id}`;
  await admin`update queues set integration_id = ${hook.id} where id = ${company.queues.sales}`;
  await admin`update connections set integration_id = ${hook.id} where id = ${company.connectionId}`;
  await admin`update ticket_tracking set queued_at = '2020-01-01' where ticket_id = ${answered.id}`;
  await api.call(contracts.deleteQueueIntegration, { params: paramsOf(hook), token });

  const [freed] = await admin`
    select t.answerer, t.integration_id, t.bot_ended, t.waiting_since = k.queued_at as waits
    from tickets t join ticket_tracking k on k.ticket_id = t.id where t.id = ${answered.id}`;
  expect(freed).toEqual({ answerer: 'nobody', integration_id: null, bot_ended: 'off', waits: true });
  const [untouched] = await admin`select bot_ended from tickets where id = ${other.id}`;
  expect(untouched?.bot_ended).toBeNull();
  const left = await admin`
    select from queues where integration_id is not null union all
    select from connections where integration_id is not null`;
  expect(left).toHaveLength(0);
});

it('belongs to its company and its admins, and to a plan that has it', async () => {
  const hook = await create(webhook);
  const stranger = await createCompany(api.admin, `Vizinha ${companies}`);
  await givePlan(api.admin, stranger.companyId);
  const theirs = await api.signIn(stranger.admin);
  const call = { params: paramsOf(hook), token: theirs };
  for (const contract of [
    contracts.getQueueIntegration,
    contracts.getSigningSecret,
    contracts.rotateSigningSecret,
    contracts.listDeliveries,
    contracts.deleteQueueIntegration,
  ])
    await api.refused('ERR_NO_QUEUE_INTEGRATION_FOUND', contract, call);
  expect(await opened(hook.id, stranger)).toBeUndefined();
  const ana = await api.signIn(company.ana);
  await api.refused('ERR_NO_PERMISSION', contracts.listQueueIntegrations, { token: ana });
  await api.admin`update companies set plan_id = null where id = ${company.companyId}`;
  api.advance(2_000);
  await api.refused('ERR_PLAN_FEATURE_OFF', contracts.listQueueIntegrations, { token });
});

it('is tried before it is saved, whatever it is, and says what came of that', async () => {
  const test = (body: object) => api.call(contracts.testQueueIntegration, { body, token });
  const session = { projectName: PROJECT, jsonContent: ACCOUNT, language: 'pt-BR' };
  const greeted = {
    ok: true,
    reply: expect.stringContaining('Olá! Sou o robô da loja.'),
    intent: expect.any(String),
    confidence: expect.any(Number),
    latencyMs: expect.any(Number),
    error: null,
  };
  expect(await api.call(contracts.testDialogflowSession, { body: session, token })).toEqual(greeted);
  expect(await test(dialogflow)).toEqual(greeted);
  expect(await test({ ...dialogflow, jsonContent: '{}' })).toMatchObject({
    error: 'ERR_INTEGRATION_ACCOUNT',
  });
  expect(await test({ type: 'webhook' })).toMatchObject({ ok: false, error: 'ERR_VALIDATION' });

  const hook = { ...webhook, urlN8N: `${services.url}/n8n/webhook/pedidos` };
  expect(await test(hook)).toMatchObject({ ok: true, reply: expect.stringContaining('started') });
  const [asked] = services.asked('n8n');
  expect(webhookEnvelope.parse(asked?.body)).toMatchObject({
    type: 'balcao.trial',
    data: { company: { id: company.companyId }, ticket: { token: null } },
  });
  expect(asked?.headers).toMatchObject({
    'x-key': 'canary-header',
    'webhook-signature': expect.stringContaining('v1,'),
  });
  for (const [failure, error] of [
    [{ kind: 'status', status: 401 }, 'ERR_OUTSIDE_REFUSED'],
    [{ kind: 'status', status: 503 }, 'ERR_OUTSIDE_BUSY'],
    [{ kind: 'drop' }, 'ERR_OUTSIDE_UNKNOWN'],
  ] as const) {
    services.fail('n8n', failure);
    expect(await test(hook)).toMatchObject({ ok: false, error });
  }
  const inside = { ...webhook, urlN8N: 'http://127.0.0.1:9/' };
  expect(await test(inside)).toMatchObject({ ok: false, error: 'ERR_ADDRESS_FORBIDDEN' });
  const typebot = { type: 'typebot', urlN8N: `${services.url}/typebot`, typebotSlug: 'nenhum' };
  expect(await test(typebot)).toMatchObject({ ok: false, error: 'ERR_OUTSIDE_REFUSED' });
  expect(api.logged()).not.toContain('canary');
});

it('is tried with its own secrets where the form masks them, at its own address alone', async () => {
  const urlN8N = `${services.url}/n8n/webhook/pedidos`;
  const hook = await create({ ...webhook, urlN8N });
  const { secret } = await api.call(contracts.getSigningSecret, { params: paramsOf(hook), token });
  await fetch(`${services.url}/n8n/secrets/pedidos`, { method: 'PUT', body: secret });
  const test = (body: object) =>
    api.call(contracts.testQueueIntegration, {
      body: { type: 'webhook', queueIntegrationId: hook.id, headerValue: MASK, ...body },
      token,
    });
  expect(await test({})).toMatchObject({ ok: true });
  expect(services.asked('n8n').at(-1)?.headers).toMatchObject({ 'x-key': 'canary-header' });
  const elsewhere = `${services.url}/n8n/webhook/meu`;
  const before = services.asked('n8n').length;
  expect(await test({ urlN8N: elsewhere })).toMatchObject({ ok: false, error: 'ERR_INTEGRATION_KEY_NEEDED' });
  expect(services.asked('n8n')).toHaveLength(before);
  expect(await test({ urlN8N: elsewhere, headerValue: 'typed' })).toMatchObject({ ok: true });
});

it('shows what it was told, and tells it again once, in its turn', async () => {
  const { companyId } = company;
  const hook = await create(webhook);
  const ticket = await createTicket(api.admin, company);
  const [received, failed, closed] = [uuidv7(), uuidv7(), uuidv7()];
  for (const [id, event, state, ticketId] of [
    [received, 'message.received', 'delivered', ticket.id],
    [failed, 'message.received', 'failed', ticket.id],
    [closed, 'ticket.closed', 'failed', null],
  ] as const)
    await api.admin`
      insert into deliveries
        (company_id, id, integration_id, ticket_id, event, payload, state, attempts, status, answer, created_at)
      values (${companyId}, ${id}, ${hook.id}, ${ticketId}, ${event}, '{"a":1}', ${state}, 1, 500, 'no', clock_timestamp())`;
  const list = async (query: Record<string, string>) =>
    (await api.call(contracts.listDeliveries, { params: paramsOf(hook), query, token })).deliveries.map(
      ({ id }) => id,
    );
  expect(await list({})).toEqual([closed, failed, received]);
  expect(await list({ state: 'failed' })).toEqual([closed, failed]);
  expect(await list({ event: 'message.received', state: 'delivered' })).toEqual([received]);
  expect(await list({ searchParam: `#${ticket.id}` })).toEqual([failed, received]);
  expect(await list({ searchParam: 'maria' })).toEqual([]);

  const params = { ...paramsOf(hook), deliveryId: failed };
  const calls = () => api.admin`select id, kind, lane, state, attempts from outgoing_calls`;
  expect(await api.call(contracts.getDelivery, { params, token })).toMatchObject({
    payload: '{"a":1}',
    answer: 'no',
    status: 500,
  });
  for (let time = 0; time < 2; time += 1)
    expect(await api.call(contracts.replayDelivery, { params, token })).toMatchObject({ state: 'waiting' });
  const waiting = {
    id: failed,
    kind: 'delivery',
    lane: `integration:${hook.id}`,
    state: 'waiting',
    attempts: 0,
  };
  expect(await calls()).toEqual([waiting]);
  // One that was given up begins anew, and one under way goes on.
  await api.admin`update outgoing_calls set state = 'dead', attempts = 9`;
  await api.call(contracts.replayDelivery, { params, token });
  expect(await calls()).toEqual([waiting]);
  await api.admin`update outgoing_calls set state = 'running', held_by = ${uuidv7()}, held_until = now(), attempts = 1`;
  await api.call(contracts.replayDelivery, { params, token });
  expect(await calls()).toEqual([{ ...waiting, state: 'running', attempts: 1 }]);
  expect((await auditOf())[0]).toMatchObject({ action: 'resend', entityId: String(hook.id) });
  const unknown = { ...params, deliveryId: uuidv7() };
  await api.refused('ERR_NO_DELIVERY_FOUND', contracts.replayDelivery, { params: unknown, token });
});
