import { createContact, updateContact } from '@balcao/shared/features/contacts/calls.ts';
import { sendMessage } from '@balcao/shared/features/messages/calls.ts';
import { updateTicket } from '@balcao/shared/features/tickets/calls.ts';
import * as contracts from '@balcao/shared/features/webhooks/calls.ts';
import {
  MAX_WEBHOOKS,
  WEBHOOK_EVENTS,
  type WebhookEvent,
  webhookEvent,
} from '@balcao/shared/features/webhooks/event.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type Counter, openCounter } from '../../../test/counter.ts';
import { type CompanyFixture, createCompany, givePlan } from '../../../test/fixtures.ts';
import { type StandIns, startStandIns } from '../../../test/services/stand-ins.ts';
import { PAUSES_MS } from './tell-webhook.ts';

/** The receiver is a program of its own, which checks signatures by the library of Standard Webhooks. */

let services: StandIns;
let api: TestApi;
let company: CompanyFixture;
let counter: Counter;
let admin: string;
let ana: string;

const DAY_MS = 86_400_000;

beforeAll(async () => {
  services = await startStandIns();
  const { host } = new URL(services.url);
  api = await startApi({ env: { OUTGOING_ALLOW: host, PUBLIC_URL: 'https://desk.example' } });
  await createCompany(api.admin, 'Operator');
});
afterAll(async () => {
  await api.stop();
  await services.close();
});
beforeEach(async () => {
  services.reset();
  await api.admin`delete from outgoing_calls`;
  company = await createCompany(api.admin, `Loja ${crypto.randomUUID()}`);
  await givePlan(api.admin, company.companyId);
  await api.admin`update connections set status = 'connected' where id = ${company.connectionId}`;
  [admin, ana] = [await api.signIn(company.admin), await api.signIn(company.ana)];
  counter = openCounter(api, company);
});

const address = (path = 'hook') => `${services.url}/n8n/webhook/${path}`;

/** Its receiver believes no other signature. */
async function listen(fields: object = {}) {
  const body = { name: 'Loja virtual', url: address(), events: WEBHOOK_EVENTS, ...fields };
  const made = await api.call(contracts.createWebhook, { body, token: admin });
  await trust(made.secret);
  return made;
}
const trust = (secret: string) => fetch(`${services.url}/n8n/secrets/hook`, { method: 'PUT', body: secret });
const drain = () => api.app.calls.drain();
const requests = () => services.asked('n8n').filter(({ path }) => path.startsWith('/n8n/webhook/'));
const heard = () => requests().map(({ body }) => webhookEvent.parse(body) as WebhookEvent);
const typesOf = (events: WebhookEvent[]) => events.map(({ type }) => type);
const stored = () => api.admin`
  select id, event, state, attempts, status from deliveries where company_id = ${company.companyId} order by place`;
const paramsOf = ({ id }: { id: number }) => ({ webhookId: id });
const get = (hook: { id: number }) =>
  api.call(contracts.getWebhook, { params: paramsOf(hook), token: admin });

describe('an address that is told', () => {
  it('is kept by admins, with a secret that is shown once and changed with a day of both', async () => {
    await api.refused('ERR_NO_PERMISSION', contracts.listWebhooks, { token: ana });
    const { secret, ...hook } = await listen({ events: ['ticket.closed', 'ticket.closed'] });
    expect(secret).toMatch(/^whsec_/);
    expect(hook).toMatchObject({ events: ['ticket.closed'], active: true, failedAt: null });
    expect(await get(hook)).toEqual(hook);
    expect(await api.call(contracts.listWebhooks, { token: admin })).toMatchObject({
      webhooks: [hook],
      hasMore: false,
    });
    const again = await api.call(contracts.rotateWebhookSecret, { params: paramsOf(hook), token: admin });
    const trial = () => api.call(contracts.testWebhook, { params: paramsOf(hook), token: admin });
    expect(await trial()).toMatchObject({ ok: true, status: 200, error: null });
    await trust(again.secret);
    expect(await trial()).toMatchObject({ ok: true });
    await trust(secret);
    api.advance(DAY_MS + 1);
    admin = await api.signIn(company.admin);
    expect(await trial()).toMatchObject({ ok: false, status: 401, error: 'ERR_OUTSIDE_REFUSED' });
    expect(heard()[0]).toMatchObject({ type: 'balcao.trial', data: { company: { id: company.companyId } } });
    expect(JSON.stringify(await api.admin`select * from webhooks`)).not.toContain(secret);
    await api.call(contracts.deleteWebhook, { params: paramsOf(hook), token: admin });
    await api.refused('ERR_NO_WEBHOOK_FOUND', contracts.getWebhook, { params: paramsOf(hook), token: admin });
  });

  it('leads neither into our own network nor to this server, has its own name, and there are not too many', async () => {
    await listen();
    const body = { name: 'Outro', url: address(), events: ['ticket.closed'] };
    const refused = (code: 'ERR_VALIDATION', change: object) =>
      api.refused(code, contracts.createWebhook, { body: { ...body, ...change }, token: admin });
    await refused('ERR_ADDRESS_FORBIDDEN' as never, { url: 'http://169.254.169.254/latest' });
    await refused('ERR_ADDRESS_FORBIDDEN' as never, { url: 'http://localhost:1/' });
    await refused('ERR_ADDRESS_FORBIDDEN' as never, { url: 'https://desk.example/hook' });
    await refused('ERR_WEBHOOK_NAME_TAKEN' as never, { name: 'loja VIRTUAL' });
    await refused('ERR_VALIDATION', { events: [] });
    await refused('ERR_VALIDATION', { events: ['ticket.eaten'] });
    await refused('ERR_VALIDATION', { url: 'ftp://example.com' });
    await api.admin`
      insert into webhooks (company_id, name, url, events)
      select ${company.companyId}, n::text, 'https://example.com', '{ticket.closed}' from generate_series(2, ${MAX_WEBHOOKS}) n`;
    await refused('ERR_TOO_MANY_WEBHOOKS' as never, {});
  });
});

describe('what happens', () => {
  it('is told in its order, from the transaction that did it, and numbered without a hole for each ticket', async () => {
    await listen();
    await counter.writes('Oi');
    const { id: ticketId } = await counter.ticket();
    const params = { ticketId };
    await api.call(updateTicket, { params, body: { status: 'open', userId: company.ana.id }, token: ana });
    await api.call(sendMessage, { params, body: { body: 'Bom dia' }, token: ana });
    await api.admin`
      update messages set state = 'sent', ack = 4, sent_at = now(), delivered_at = now(), read_at = now()
      where state = 'queued' and company_id = ${company.companyId}`;
    await api.call(updateTicket, { params, body: { status: 'closed' }, token: ana });
    await drain();
    const events = heard();
    const ofTicket = events.filter(({ data }) => data.ticket);
    expect(typesOf(ofTicket)).toEqual([
      'ticket.created',
      'message.received',
      'ticket.accepted',
      'message.sent',
      'message.delivered',
      'message.read',
      'ticket.closed',
    ]);
    expect(ofTicket.map(({ data }) => data.sequence)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(typesOf(events)).toContain('contact.created');
    expect(ofTicket[1]?.data).toMatchObject({
      company: { id: company.companyId },
      ticket: { id: ticketId, status: 'pending', user: null, connection: { id: company.connectionId } },
      contact: { name: 'Maria Souza' },
      message: { body: 'Oi', fromMe: false, media: null, error: null },
      change: null,
    });
    expect(ofTicket[2]?.data).toMatchObject({
      message: null,
      change: { kind: 'accepted', by: 'Ana' },
      ticket: { status: 'open', user: { id: company.ana.id } },
    });
    expect((await stored()).every(({ state, attempts }) => state === 'delivered' && attempts === 1)).toBe(
      true,
    );
  });

  it('beside tickets is told as well: contacts, connections, campaigns and payments', async () => {
    await listen();
    const { companyId, connectionId } = company;
    const body = { name: 'João', number: '5511988887777' };
    const { id: contactId } = await api.call(createContact, { body, token: ana });
    await api.call(updateContact, { params: { contactId }, body: { name: 'João Lima' }, token: ana });
    await api.admin`update connections set status = 'DISCONNECTED', reason = 'x' where id = ${connectionId}`;
    await api.admin`update connections set status = 'OPENING' where id = ${connectionId}`;
    await api.admin`update connections set status = 'connected' where id = ${connectionId}`;
    await api.admin`
      insert into campaigns (company_id, name, messages, confirmation_messages)
      values (${companyId}, 'Natal', '{a,"","","",""}', '{"","","","",""}')`;
    await api.admin`
      update campaigns set status = 'FINALIZADA', completed_at = now() where company_id = ${companyId}`;
    await api.admin`
      insert into invoices (company_id, detail, users, connections, queues, value, months, due_date)
      values (${companyId}, 'Completo', 1, 1, 1, 9900, 1, '2030-01-31')`;
    await api.admin`update invoices set status = 'paid', paid_at = now() where company_id = ${companyId}`;
    await drain();
    const events = heard();
    expect(typesOf(events).toSorted()).toEqual([
      'campaign.finished',
      'connection.down',
      'connection.up',
      'contact.changed',
      'contact.created',
      'payment.received',
    ]);
    const dataOf = (type: string) => events.find((event) => event.type === type)?.data;
    expect(dataOf('contact.changed')).toMatchObject({
      contact: { name: 'João Lima' },
      sequence: 0,
      ticket: null,
    });
    expect(dataOf('connection.down')).toMatchObject({ connection: { status: 'DISCONNECTED', reason: 'x' } });
    expect(dataOf('campaign.finished')).toMatchObject({ campaign: { name: 'Natal' } });
    expect(dataOf('payment.received')).toMatchObject({
      payment: { value: 9900, currency: 'BRL', dueDate: '2030-01-31' },
    });
  });

  it('waits while the company is overdue, and is told once it has paid', async () => {
    await listen({ events: ['message.received'] });
    const { companyId } = company;
    await api.admin`update companies set due_date = current_date - 5 where id = ${companyId}`;
    await counter.writes('Alguém aí?');
    await drain();
    expect(heard()).toEqual([]);
    await api.admin`update companies set due_date = current_date + 30 where id = ${companyId}`;
    api.advance(11 * 60_000);
    await drain();
    expect(heard().map(({ data }) => data.message?.body)).toEqual(['Alguém aí?']);
  });

  it('is written down for those alone who want to hear of it, and not for the past, notes and what was undone', async () => {
    await listen({ events: ['ticket.closed'] });
    const off = await listen({ name: 'Desligado', active: false });
    const other = await createCompany(api.admin, `Outra ${crypto.randomUUID()}`);
    await counter.writes('Oi');
    await openCounter(api, other).writes('Oi');
    expect(await stored()).toEqual([]);
    await api.call(contracts.updateWebhook, { params: paramsOf(off), body: { active: true }, token: admin });
    const { id: ticketId } = await counter.ticket();
    const say = (fields: object) => api.admin`
      insert into messages ${api.admin({
        company_id: company.companyId,
        id: crypto.randomUUID(),
        ticket_id: ticketId,
        contact_id: company.companyId,
        connection_id: company.connectionId,
        from_me: false,
        state: 'received',
        created_at: new Date(),
        ...fields,
      })}`;
    const [contact] = await api.admin`select contact_id as id from tickets where id = ${ticketId}`;
    await say({ contact_id: contact?.id, said_by: 'import', body: 'antes' });
    await say({ contact_id: contact?.id, from_me: true, state: 'local', media_type: 'note', read: true });
    await say({ contact_id: contact?.id, placeholder: true, wa_id: 'x' });
    await api.admin
      .begin(async (tx) => {
        await tx`update contacts set name = 'Nunca' where company_id = ${company.companyId}`;
        throw new Error('undone');
      })
      .catch(() => {});
    expect(await stored()).toEqual([]);
    await api.admin`update messages set placeholder = false, body = 'lida' where wa_id = 'x'`;
    expect(await stored()).toMatchObject([{ event: 'message.received' }]);
  });

  it('comes with the address of its file once that is there, until the message is deleted', async () => {
    const hook = await listen({ events: ['message.received', 'message.read'] });
    await counter.writes('Oi');
    const file = crypto.randomUUID();
    await api.admin`
      insert into media (company_id, id, state, mime, name)
      values (${company.companyId}, ${file}, 'pending', 'image/png', 'foto.png')`;
    await api.admin`
      insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, state, media_type, media_id, created_at)
      select company_id, gen_random_uuid(), id, contact_id, connection_id, false, 'received', 'image', ${file}, now()
      from tickets where company_id = ${company.companyId}`;
    await drain();
    expect(heard()).toHaveLength(1);
    await api.admin`update media set state = 'stored', path = 'x', size = 1 where id = ${file}`;
    api.advance(2_000);
    await drain();
    expect(heard().at(-1)?.data.message?.media).toEqual({
      url: expect.stringContaining(`https://desk.example/media/${file}/`),
      mime: 'image/png',
      name: 'foto.png',
    });
    await api.admin`update messages set is_deleted = true, from_me = true where media_id = ${file}`;
    const params = { ...paramsOf(hook), webhookDeliveryId: (await stored()).at(-1)?.id };
    await api.call(contracts.replayWebhookDelivery, { params, token: admin });
    await api.admin`update messages set ack = 4 where media_id = ${file}`;
    await drain();
    expect(heard().slice(-2)).toMatchObject([
      { type: 'message.received', data: { message: { media: { url: null } } } },
      { type: 'message.read', data: { message: { media: null } } },
    ]);
  });
});

describe('an address that fails', () => {
  const says = (text: string) => counter.writes(text);
  const texts = () => heard().flatMap(({ data }) => data.message?.body ?? []);

  it('holds up a ticket until its event has failed twice, and is tried again until it succeeds', async () => {
    await listen({ events: ['message.received'] });
    services.fail('n8n', { kind: 'status', status: 500, times: 2 });
    await says('um');
    await says('dois');
    await drain();
    expect(texts()).toEqual(['um']);
    api.advance(6_000);
    await drain();
    // The second failure lets the next one pass.
    expect(texts()).toEqual(['um', 'um', 'dois']);
    api.advance(40_000);
    await drain();
    expect(texts()).toEqual(['um', 'um', 'dois', 'um']);
    expect(new Set(requests().map(({ headers }) => headers['webhook-id'])).size).toBe(2);
    expect(await stored()).toMatchObject([
      { state: 'delivered', attempts: 3 },
      { state: 'delivered', attempts: 1 },
    ]);
  });

  it('is believed whatever it answers with success, and not where it leads elsewhere or says wait', async () => {
    const hook = await listen({ events: ['message.received'] });
    services.fail('n8n', { kind: 'huge' });
    await says('um');
    await drain();
    expect(await stored()).toMatchObject([{ state: 'delivered', status: 200 }]);
    services.fail('n8n', { kind: 'redirect', to: 'http://169.254.169.254/latest' });
    await says('dois');
    await drain();
    expect((await stored())[1]).toMatchObject({ state: 'waiting', status: 302, attempts: 1 });
    expect((await get(hook)).failingSince).not.toBeNull();
    services.fail('n8n', { kind: 'status', status: 429, headers: { 'retry-after': '600' } });
    api.advance(6_000);
    await drain();
    api.advance(300_000);
    await drain();
    expect((await stored())[1]).toMatchObject({ state: 'waiting', status: 429, attempts: 2 });
    api.advance(310_000);
    await drain();
    expect((await stored())[1]).toMatchObject({ state: 'delivered', attempts: 3 });
    expect((await get(hook)).failingSince).toBeNull();
  });

  it('is switched off after a day without success; what waits then is told when somebody switches it on', async () => {
    const hook = await listen({ events: ['message.received'] });
    services.fail('n8n', { kind: 'drop', times: 1_000 });
    await says('um');
    await drain();
    for (const pause of PAUSES_MS) {
      api.advance(pause + 6_000);
      await drain();
    }
    admin = await api.signIn(company.admin);
    expect(await stored()).toMatchObject([{ state: 'failed', attempts: PAUSES_MS.length + 1 }]);
    expect(await get(hook)).toMatchObject({ active: false, failedAt: expect.any(String) });
    await says('dois');
    expect(await stored()).toHaveLength(1);
    services.reset();
    await trust(hook.secret);
    const params = { ...paramsOf(hook), webhookDeliveryId: (await stored())[0]?.id };
    await api.call(contracts.replayWebhookDelivery, { params, token: admin });
    await drain();
    expect(texts()).toEqual([]);
    const on = { params: paramsOf(hook), body: { active: true }, token: admin };
    expect(await api.call(contracts.updateWebhook, on)).toMatchObject({ failedAt: null, failingSince: null });
    await drain();
    expect(texts()).toEqual(['um']);
    expect(await stored()).toMatchObject([{ state: 'delivered' }]);
  });

  it('hears nothing while the company is blocked or its plan has no programs outside, and all of it later', async () => {
    await listen({ events: ['message.received'] });
    const { companyId } = company;
    await says('um');
    await api.admin`update companies set status = false where id = ${companyId}`;
    await drain();
    await api.admin`update companies set status = true where id = ${companyId}`;
    await api.admin`
      update plans set use_external_api = false where id = (select plan_id from companies where id = ${companyId})`;
    api.advance(11 * 60_000);
    await drain();
    expect(texts()).toEqual([]);
    await givePlan(api.admin, companyId);
    api.advance(11 * 60_000);
    await drain();
    expect(texts()).toEqual(['um']);
  });
});

it('shows what it was told, page by page, and tells it again', async () => {
  const hook = await listen({ events: ['message.received', 'ticket.created'] });
  await counter.writes('Oi');
  await counter.writes('Tudo bem?');
  await drain();
  const { id: ticketId } = await counter.ticket();
  const list = async (query: Record<string, string>) =>
    api.call(contracts.listWebhookDeliveries, { params: paramsOf(hook), query, token: admin });
  const all = await list({});
  expect(all.deliveries.map(({ event }) => event)).toEqual([
    'message.received',
    'message.received',
    'ticket.created',
  ]);
  const [last, first] = all.deliveries;
  expect((await list({ after: last?.id ?? '' })).deliveries).toEqual(all.deliveries.slice(1));
  expect((await list({ event: 'ticket.created' })).deliveries).toHaveLength(1);
  expect((await list({ state: 'failed' })).deliveries).toEqual([]);
  expect((await list({ searchParam: `#${ticketId}` })).deliveries).toHaveLength(3);
  const params = { ...paramsOf(hook), webhookDeliveryId: first?.id };
  const found = await api.call(contracts.getWebhookDelivery, { params, token: admin });
  expect(webhookEvent.parse(JSON.parse(found.payload))).toMatchObject({ data: { message: { body: 'Oi' } } });
  const before = requests().length;
  for (let time = 0; time < 2; time += 1)
    expect(await api.call(contracts.replayWebhookDelivery, { params, token: admin })).toMatchObject({
      state: 'waiting',
    });
  await drain();
  expect(requests()).toHaveLength(before + 1);
  expect(requests().at(-1)?.headers['webhook-id']).toBe(`msg_${first?.id}`);
});
