import * as contracts from '@balcao/shared/features/webhooks/calls.ts';
import { webhookEvent } from '@balcao/shared/features/webhooks/event.ts';
import { describe, expect, it } from 'vitest';
import { givePlan } from '../../../test/fixtures.ts';
import { PAUSES_MS } from './tell-webhook.ts';
import {
  admin,
  api,
  company,
  counter,
  drain,
  get,
  heard,
  listen,
  paramsOf,
  prepare,
  requests,
  services,
  signInAgain,
  stored,
  trust,
} from './testing/webhooks.ts';

prepare();

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
    await signInAgain();
    const summary = async () =>
      (await api.call(contracts.sumUpWebhookDeliveries, { token: admin })).summaries;
    expect(await summary()).toEqual([{ id: hook.id, deliveredAt: null, failed: 1 }]);
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
    expect(await summary()).toEqual([{ id: hook.id, deliveredAt: expect.any(String), failed: 0 }]);
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
