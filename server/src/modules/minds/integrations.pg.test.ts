import { answerTicket } from '@balcao/shared/features/minds/calls.ts';
import { type WebhookEnvelope, webhookEnvelope } from '@balcao/shared/features/minds/webhook-envelope.ts';
import {
  createQueueIntegration,
  getDelivery,
  getSigningSecret,
  listDeliveries,
  replayDelivery,
} from '@balcao/shared/features/queue-integrations/calls.ts';
import { updateQueue } from '@balcao/shared/features/queues/calls.ts';
import { updateTicket } from '@balcao/shared/features/tickets/calls.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type Counter, openCounter } from '../../../test/counter.ts';
import { type CompanyFixture, createCompany, givePlan } from '../../../test/fixtures.ts';
import { type StandIns, startStandIns } from '../../../test/services/stand-ins.ts';

/** Programs outside answer customers: flows, agents of Dialogflow, and whatever hears a webhook. */

let services: StandIns;
let api: TestApi;
let company: CompanyFixture;
let counter: Counter;
let admin: string;

beforeAll(async () => {
  services = await startStandIns();
  const { host } = new URL(services.url);
  api = await startApi({ env: { OUTGOING_ALLOW: host, OUTGOING_STAND_IN: services.url } });
  await createCompany(api.database.admin, 'Operator');
});
afterAll(async () => {
  await api.stop();
  await services.close();
});

beforeEach(async () => {
  services.reset();
  company = await createCompany(api.database.admin, `Loja ${crypto.randomUUID()}`);
  const { companyId, connectionId, queues } = company;
  await givePlan(api.database.admin, companyId);
  await api.database.admin`update connections set status = 'connected' where id = ${connectionId}`;
  await api.database
    .admin`update connection_queues set queue_id = ${queues.sales} where company_id = ${companyId}`;
  admin = await api.signIn(company.admin);
  counter = openCounter(api, company);
});

/** Answers in the queue of the connection. */
async function install(fields: object): Promise<number> {
  const body = { name: 'Robô', ...fields };
  const { id } = await api.call(createQueueIntegration, { body, token: admin });
  await put({ integrationId: id });
  return id;
}
const put = (body: object, queueId = company.queues.sales) =>
  api.call(updateQueue, { params: { queueId }, body, token: admin });
const failed = async () => (await counter.events()).filter(({ kind }) => kind === 'failed');
/** The process that makes the calls is killed while it makes one. */
const die = () => api.database.admin`
  update outgoing_calls set state = 'running', held_by = gen_random_uuid(), held_until = now() - interval '1 hour'
  where company_id = ${company.companyId}`;
const drain = async (ms: number) => {
  api.advance(ms);
  await api.app.calls.drain();
};

describe('a flow of Typebot', () => {
  const steps = [
    { say: 'Bem-vinda!' },
    {
      ask: 'choice input',
      items: [
        { id: 'a', content: 'Comprar' },
        { id: 'b', content: 'Falar com alguém' },
      ],
      retry: 'Hã?',
    },
    { say: 'Combinado.' },
    { ask: 'text input' },
    { say: 'Anotei.' },
  ];
  async function publish(flow: object): Promise<void> {
    await fetch(`${services.url}/typebot/flows/loja`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(flow),
    });
  }
  const flow = {
    type: 'typebot',
    urlN8N: '',
    typebotSlug: 'loja',
    typebotKeywordFinish: 'sair',
    typebotKeywordRestart: 'de novo',
    typebotRestartMessage: 'Começando outra vez.',
    typebotUnknownMessage: 'Escolha um número.',
    typebotDelayMessage: 500,
  };
  const begin = async (more: object = {}) => {
    await publish({ steps });
    return install({ ...flow, urlN8N: `${services.url}/typebot`, ...more });
  };
  const turns = () => services.asked('typebot').filter(({ path }) => /Chat$/.test(path)).length;

  it('leads a customer through its questions to the people, with somebody writing before each word', async () => {
    await begin();
    expect(await counter.asks('Oi')).toEqual([
      'Bem-vinda!',
      expect.stringMatching(/1.*Comprar\n.*2.*Falar/s),
    ]);
    const waits = await api.database.admin`
      select not_before > created_at as waits from messages where company_id = ${company.companyId} and state = 'queued'`;
    expect(waits.every((row) => row.waits)).toBe(true);
    expect(await counter.asks('talvez')).toEqual(['Escolha um número.', expect.stringContaining('Comprar')]);
    expect(await counter.asks('1')).toEqual(['Combinado.']);
    expect(await counter.asks('Uma camisa azul')).toEqual(['Anotei.']);
    expect(await counter.ticket()).toMatchObject({ answerer: 'nobody', ended: 'done', waits: true });
  });

  it('begins anew at its keyword and after its time, and ends the ticket at the other one', async () => {
    await begin({ typebotExpires: 5 });
    await counter.asks('Oi');
    expect((await counter.asks('De novo')).slice(0, 2)).toEqual(['Começando outra vez.', 'Bem-vinda!']);
    await counter.asks('1');
    api.advance(6 * 60_000);
    expect((await counter.asks('Oi?'))[0]).toBe('Bem-vinda!');
    await counter.asks('sair');
    expect(await counter.ticket()).toMatchObject({ status: 'closed' });
  });

  it('is asked once where nobody knows whether it heard: people follow, and its session is forgotten', async () => {
    await begin();
    await counter.asks('Oi');
    services.fail('typebot', { kind: 'drop' });
    const before = turns();
    expect(await counter.asks('1')).toEqual([]);
    await drain(60_000);
    expect(turns()).toBe(before + 1);
    expect(await failed()).toEqual([{ kind: 'failed', code: 'ERR_INTEGRATION_UNCLEAR' }]);
    expect(await counter.ticket()).toMatchObject({ answerer: 'nobody', ended: 'failed', waits: true });
    const sessions = await api.database
      .admin`select from bot_sessions where company_id = ${company.companyId}`;
    expect(sessions.count).toBe(0);
  });

  it('is not asked again once it has taken a step in the turn, lest the answer meet the next question', async () => {
    await publish({
      steps: [
        { say: 'Qual cor?' },
        { ask: 'text input' },
        { do: 'setVariable', waits: true },
        { say: 'Qual tamanho?' },
        { ask: 'text input' },
      ],
    });
    await install({ ...flow, urlN8N: `${services.url}/typebot` });
    await counter.asks('Oi');
    const before = turns();
    // The answer is taken, and the flow is away when it should go on by itself.
    services.fail('typebot', { kind: 'slow', ms: 0 });
    services.fail('typebot', { kind: 'status', status: 503 });
    await counter.asks('Azul');
    await drain(10_000);
    expect(turns()).toBe(before + 2);
    expect(await failed()).toEqual([{ kind: 'failed', code: 'ERR_INTEGRATION_UNCLEAR' }]);
    expect(await counter.ticket()).toMatchObject({ ended: 'failed', waits: true });
  });

  it('is asked again while it is away, for a minute', async () => {
    await begin();
    services.fail('typebot', { kind: 'status', status: 503, times: 3 });
    expect(await counter.asks('Oi')).toEqual([]);
    await drain(2_000);
    await drain(4_000);
    await drain(8_000);
    expect((await counter.heard())[0]).toBe('Bem-vinda!');
    expect(await failed()).toEqual([]);
  });

  it('moves the ticket by its command, and a queue that is not there is no way out', async () => {
    const { support } = company.queues;
    await publish({ steps: [{ say: `#{"queueId":${support}}` }] });
    await install({ ...flow, urlN8N: `${services.url}/typebot` });
    await counter.asks('Oi');
    expect(await counter.ticket()).toMatchObject({ queue: support, answerer: 'nobody', waits: true });
    expect((await counter.events()).at(-1)).toMatchObject({ kind: 'transferred', toQueue: 'Suporte' });
    await publish({ steps: [{ say: 'Vou transferir.' }, { say: '#{"queueId":987654321}' }] });
    expect(await counter.asks('Oi', { number: '5511900002222' })).toEqual(['Vou transferir.']);
    expect((await failed()).at(-1)).toEqual({ kind: 'failed', code: 'ERR_INTEGRATION_TARGET' });
    expect(await counter.ticket()).toMatchObject({ queue: company.queues.sales, ended: 'failed' });
  });

  it('of a queue begins when an agent moves a ticket there, or a program asks for it', async () => {
    const integrationId = await begin();
    await put({ integrationId: null });
    await put({ integrationId }, company.queues.support);
    await counter.writes('Oi');
    const { id: ticketId } = await counter.ticket();
    const update = (body: object) => api.call(updateTicket, { params: { ticketId }, body, token: admin });
    await update({ queueId: company.queues.support });
    await drain(100);
    expect((await counter.heard()).at(-2)).toBe('Bem-vinda!');
    expect(await update({ status: 'open' })).toMatchObject({ useIntegration: false, integrationId: null });
    await update({ status: 'pending' });
    expect((await counter.heard()).filter((text) => text === 'Bem-vinda!')).toHaveLength(1);
    expect(await update({ useIntegration: true, integrationId })).toMatchObject({
      useIntegration: true,
      integrationId,
    });
    // Not where it was left: an agent has spoken in between.
    await drain(100);
    expect((await counter.heard()).filter((text) => text === 'Bem-vinda!')).toHaveLength(2);
    expect(await update({ useIntegration: false })).toMatchObject({
      useIntegration: false,
      integrationId: null,
    });
    expect(await counter.ticket()).toMatchObject({ answerer: 'nobody', ended: 'off', waits: true });
  });
});

describe('an agent of Dialogflow', () => {
  it('knows a conversation by a name that ends with it, however it ends', async () => {
    const jsonContent = await (await fetch(`${services.url}/google/account`)).text();
    const { project_id: projectName } = JSON.parse(jsonContent);
    const integrationId = await install({ type: 'dialogflow', projectName, jsonContent, language: 'pt-BR' });
    for (const word of ['Oi', 'Qual o horário?']) await counter.asks(word);
    // Nobody knows what it heard; then an agent hands the customer back to it.
    services.fail('dialogflow', { kind: 'drop' });
    await counter.asks('Oi?');
    const { id: ticketId } = await counter.ticket();
    const body = { useIntegration: true, integrationId };
    await api.call(updateTicket, { params: { ticketId }, body, token: admin });
    await drain(100);
    const names = services.asked('dialogflow').map(({ path }) => /sessions\/([^:]+)/.exec(path)?.[1]);
    expect(names).toHaveLength(4);
    expect(new Set(names.slice(0, 3)).size).toBe(1);
    expect(names[3]).not.toBe(names[0]);
  });

  it('answers, calls people when it was told to, and after three times of not understanding', async () => {
    const jsonContent = await (await fetch(`${services.url}/google/account`)).text();
    const { project_id: projectName } = JSON.parse(jsonContent);
    await install({ type: 'dialogflow', projectName, jsonContent, language: 'pt-BR' });
    expect(await counter.asks('Qual o horário?')).toHaveLength(2);
    expect(await counter.asks('Quero uma pessoa')).toEqual(['Vou chamar uma pessoa da equipe.']);
    expect(await counter.ticket()).toMatchObject({ answerer: 'nobody', ended: 'done', waits: true });
    const number = '5511900003333';
    for (const word of ['xyz', 'abc', 'qwe']) await counter.asks(word, { number });
    expect(await counter.ticket()).toMatchObject({ answerer: 'nobody', ended: 'done' });
  });
});

describe('a program that hears a webhook', () => {
  const url = () => `${services.url}/n8n/webhook/loja`;
  const told = () => services.asked('n8n').filter(({ path }) => path === '/n8n/webhook/loja');
  const envelope = (index = 0) => told().at(index)?.body as WebhookEnvelope;

  it('is told what happened, signed, in order, and what it answers is said', async () => {
    const queueIntegrationId = await install({
      type: 'webhook',
      urlN8N: url(),
      headerName: 'x-loja',
      headerValue: 'chave',
    });
    const params = { queueIntegrationId };
    const { secret } = await api.call(getSigningSecret, { params, token: admin });
    await fetch(`${services.url}/n8n/secrets/loja`, { method: 'PUT', body: secret });
    expect(await counter.asks('eco Bom dia!')).toEqual(['Bom dia!']);
    expect(await counter.asks('eco Outra')).toEqual(['Outra']);
    const [first, second] = [webhookEnvelope.parse(envelope(0)), webhookEnvelope.parse(envelope(1))];
    expect(first).toMatchObject({
      type: 'message.received',
      data: {
        company: { id: company.companyId },
        contact: { name: 'Maria Souza' },
        message: { body: 'eco Bom dia!' },
        ticket: {
          status: 'pending',
          queue: { id: company.queues.sales },
          token: expect.stringMatching(/^tkt_/),
        },
        sequence: 1,
      },
    });
    expect(second.data.sequence).toBe(2);
    expect(told()[0]?.headers).toMatchObject({
      'x-loja': 'chave',
      'webhook-id': expect.stringMatching(/^msg_/),
    });

    const { deliveries } = await api.call(listDeliveries, { params, token: admin });
    expect(deliveries).toMatchObject([
      { state: 'delivered', status: 200, attempts: 1, event: 'message.received' },
      { state: 'delivered' },
    ]);
    // Neither the log nor any row has the token.
    const [delivery] = deliveries;
    const deliveryId = delivery?.id;
    const whole = await api.call(getDelivery, { params: { ...params, deliveryId }, token: admin });
    expect(JSON.stringify(whole)).not.toContain('tkt_');
    await api.call(replayDelivery, { params: { ...params, deliveryId }, token: admin });
    await drain(100);
    expect(told()).toHaveLength(3);
    expect(told()[2]?.headers['webhook-id']).toBe(told()[1]?.headers['webhook-id']);
    expect(await counter.heard()).toHaveLength(2);
  });

  it('may answer later, once for each token, within its company and as long as no agent has the ticket', async () => {
    await install({ type: 'n8n', urlN8N: url() });
    expect(await counter.asks('Quanto custa?')).toEqual([]);
    const tokenOf = (index: number) => envelope(index).data.ticket.token ?? '';
    const say = (text: string, actions: object[] = []) => ({ messages: [{ type: 'text', text }], actions });
    const headers = { 'idempotency-key': 'n8n-1' };
    const call = { body: say('R$ 10'), token: tokenOf(0), headers };
    const answer = await api.call(answerTicket, call);
    expect(await api.call(answerTicket, call)).toEqual(answer);
    await api.refused('ERR_TICKET_TOKEN_USED', answerTicket, { body: say('De novo'), token: tokenOf(0) });
    expect(await counter.heard()).toEqual(['R$ 10']);
    await api.refused('ERR_SESSION_EXPIRED', answerTicket, { body: say('Oi'), token: 'tkt_invented' });
    await api.refused('ERR_SESSION_EXPIRED', answerTicket, { body: say('Oi'), token: admin });

    await counter.asks('E a entrega?');
    const other = await createCompany(api.database.admin, 'Outra');
    const transfer = { type: 'transfer', queueId: other.queues.sales };
    await api.refused('ERR_NO_QUEUE_FOUND', answerTicket, { body: say('Lá', [transfer]), token: tokenOf(1) });
    expect(await counter.heard()).toEqual(['R$ 10']);
    const here = { type: 'transfer', queueId: company.queues.support };
    await api.call(answerTicket, { body: say('Um momento', [here]), token: tokenOf(1) });
    expect(await counter.ticket()).toMatchObject({
      queue: company.queues.support,
      answerer: 'nobody',
      waits: true,
    });

    await counter.asks('Olá', { number: '5511900004444' });
    const due = (day: string | null) =>
      api.database.admin`update companies set due_date = ${day} where id = ${company.companyId}`;
    await due('2001-01-01');
    await api.refused('ERR_SUBSCRIPTION_EXPIRED', answerTicket, { body: say('Devo'), token: tokenOf(2) });
    await due(null);
    const { id: ticketId } = await counter.ticket();
    const body = { status: 'open', queueId: company.queues.sales };
    await api.call(updateTicket, { params: { ticketId }, body, token: admin });
    await api.refused('ERR_TICKET_LEFT', answerTicket, { body: say('Tarde'), token: tokenOf(2) });
  });

  it('is told each word of a customer who writes on while it is away', async () => {
    const integrationId = await install({ type: 'webhook', urlN8N: url() });
    services.fail('n8n', { kind: 'status', status: 503 });
    await counter.asks('eco Um');
    await counter.writes('eco Dois');
    await drain(4_000);
    expect(await counter.heard()).toEqual(['Um', 'Dois']);
    // Where the program speaks first, it was told of no message.
    await put({ integrationId: null });
    const number = '5511900008888';
    await counter.writes('Oi', { number });
    const { id: ticketId } = await counter.ticket();
    const body = { useIntegration: true, integrationId };
    await api.call(updateTicket, { params: { ticketId }, body, token: admin });
    await counter.writes('eco Três', { number });
    await drain(4_000);
    expect(await counter.heard()).toEqual(['Um', 'Dois', 'Três']);
    expect(told().map(({ body }) => (body as WebhookEnvelope).data.message?.body ?? null)).toEqual([
      'eco Um',
      'eco Um',
      'eco Dois',
      null,
      'eco Três',
    ]);
  });

  it('is told later what it could not be told in time, while people have the ticket', async () => {
    const queueIntegrationId = await install({ type: 'webhook', urlN8N: url() });
    services.fail('n8n', { kind: 'status', status: 503, times: 60 });
    await counter.asks('eco Oi');
    await drain(25_000);
    expect(await failed()).toEqual([{ kind: 'failed', code: 'ERR_INTEGRATION_FAILED' }]);
    expect(await counter.ticket()).toMatchObject({ ended: 'failed', waits: true });
    services.reset();
    await drain(60_000);
    expect(told()).toHaveLength(1);
    const params = { queueIntegrationId };
    const { deliveries } = await api.call(listDeliveries, { params, token: admin });
    expect(deliveries).toMatchObject([{ state: 'delivered', attempts: expect.any(Number) }]);
    // It comes too late to be said.
    expect(await counter.heard()).toEqual([]);
  });

  it('is not told again by a process that follows one which may have told it, but by an admin', async () => {
    const queueIntegrationId = await install({ type: 'webhook', urlN8N: url() });
    const params = { queueIntegrationId };
    const list = async () => (await api.call(listDeliveries, { params, token: admin })).deliveries;
    services.fail('n8n', { kind: 'status', status: 503, times: 60 });
    // In the turn itself, whose time is over meanwhile.
    await counter.asks('eco Um');
    await die();
    await drain(25_000);
    expect(await failed()).toEqual([{ kind: 'failed', code: 'ERR_INTEGRATION_UNCLEAR' }]);
    // Later, when nobody waits for it.
    await counter.asks('eco Dois', { number: '5511900007777' });
    await drain(25_000);
    await die();
    services.reset();
    await drain(60_000);
    expect(told()).toEqual([]);
    expect(await list()).toMatchObject([{ state: 'failed' }, { state: 'failed' }]);
    const [delivery] = await list();
    await api.call(replayDelivery, { params: { ...params, deliveryId: delivery?.id }, token: admin });
    await drain(100);
    expect(told()).toHaveLength(1);
    expect(await list()).toMatchObject([{ state: 'delivered' }, { state: 'failed' }]);
  });

  it.each([
    [
      'a redirect to an inner address',
      { kind: 'redirect', to: 'http://169.254.169.254/latest' },
      'ERR_INTEGRATION_REFUSED',
    ],
    ['a failure of its own', { kind: 'status', status: 500 }, 'ERR_INTEGRATION_UNCLEAR'],
    ['fifty megabytes', { kind: 'huge' }, 'ERR_INTEGRATION_FAILED'],
  ] as const)('leaves the customer to people after %s', async (_what, failure, code) => {
    const queueIntegrationId = await install({ type: 'webhook', urlN8N: url() });
    services.fail('n8n', failure);
    await counter.asks('Oi');
    expect(await failed()).toEqual([{ kind: 'failed', code }]);
    const { deliveries } = await api.call(listDeliveries, { params: { queueIntegrationId }, token: admin });
    expect(deliveries).toMatchObject([{ state: 'failed', attempts: 1 }]);
  });

  it('may send HTML or nothing: that is no answer, and it may still answer later', async () => {
    await install({ type: 'webhook', urlN8N: url() });
    services.fail('n8n', { kind: 'html' });
    services.fail('n8n', { kind: 'empty' });
    expect(await counter.asks('Oi')).toEqual([]);
    expect(await counter.asks('Oi?')).toEqual([]);
    expect(await counter.ticket()).toMatchObject({ answerer: 'integration' });
    expect(await failed()).toEqual([]);
  });

  it('is not reached at an inner address, whatever name leads there', async () => {
    const closed = await startApi({ beside: api, env: { OUTGOING_ALLOW: '' } });
    await install({ type: 'webhook', urlN8N: url() });
    await counter.writes('Oi');
    api.advance(4_000);
    closed.advance(api.deps.clock().getTime() - Date.now());
    await closed.app.calls.drain();
    await closed.stop();
    expect(told()).toEqual([]);
    expect(await failed()).toEqual([{ kind: 'failed', code: 'ERR_ADDRESS_FORBIDDEN' }]);
  });
});
