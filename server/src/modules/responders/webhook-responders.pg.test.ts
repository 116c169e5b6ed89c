import {
  getDelivery,
  getSigningSecret,
  listDeliveries,
  replayDelivery,
} from '@balcao/shared/features/queue-integrations/calls.ts';
import { answerTicket } from '@balcao/shared/features/responders/calls.ts';
import {
  type WebhookEnvelope,
  webhookEnvelope,
} from '@balcao/shared/features/responders/webhook-envelope.ts';
import { updateTicket } from '@balcao/shared/features/tickets/calls.ts';
import { describe, expect, it } from 'vitest';
import { startApi } from '../../../test/api.ts';
import { createCompany } from '../../../test/fixtures.ts';
import {
  admin,
  api,
  company,
  counter,
  drain,
  failed,
  install,
  prepare,
  put,
  services,
} from './testing/integrations.ts';

prepare();

/** The process that makes the calls is killed while it makes one. */
const die = () => api.database.admin`
  update outgoing_calls set state = 'running', held_by = gen_random_uuid(), held_until = now() - interval '1 hour'
  where company_id = ${company.companyId}`;

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
