import { createWebhook } from '@balcao/shared/features/webhooks/calls.ts';
import { webhookEvent } from '@balcao/shared/features/webhooks/event.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PAUSES_MS } from '../../src/modules/webhooks/tell-webhook.ts';
import { startApi, type TestApi } from '../api.ts';
import { openCounter } from '../counter.ts';
import { type CompanyFixture, createCompany, givePlan } from '../fixtures.ts';
import { DEEP, SEED } from '../sample.ts';
import type { Failure } from '../services/stand-in.ts';
import { type StandIns, startStandIns } from '../services/stand-ins.ts';
import { createChance } from './random.ts';

/**
 * Customers write while the receiver of a webhook fails in every way and two processes tell it. When it is back it has
 * heard everything, at least once, and numbered without a hole.
 */

const TURNS = DEEP ? 120 : 25;
const CUSTOMERS = ['5511900000001', '5511900000002', '5511900000003'];
/** What takes its ten seconds is for the whole run. */
const FAILURES: Failure[] = [
  { kind: 'status', status: 500 },
  { kind: 'status', status: 429, headers: { 'retry-after': '20' } },
  { kind: 'drop' },
  { kind: 'huge' },
  { kind: 'redirect', to: 'http://169.254.169.254/' },
  { kind: 'slow', ms: 150 },
  ...(DEEP ? [{ kind: 'hang' } as const] : []),
];

let services: StandIns;
let one: TestApi;
let other: TestApi;
let company: CompanyFixture;

beforeAll(async () => {
  services = await startStandIns();
  const env = { OUTGOING_ALLOW: new URL(services.url).host };
  one = await startApi({ env });
  other = await startApi({ env, beside: one });
  await createCompany(one.admin, 'Operator');
  company = await createCompany(one.admin, 'Loja');
  await givePlan(one.admin, company.companyId);
  await one.admin`update connections set status = 'connected' where id = ${company.connectionId}`;
});
afterAll(async () => {
  await other.stop();
  await one.stop();
  await services.close();
});

const later = (ms: number) => [one, other].map((api) => api.advance(ms));
const drain = () => Promise.all([one, other].map((api) => api.app.calls.drain()));

it('a receiver that fails, hangs and comes back has heard everything, numbered without a hole', async () => {
  const chance = createChance(SEED);
  const token = await one.signIn(company.admin);
  const body = {
    name: 'Loja',
    url: `${services.url}/n8n/webhook/shop`,
    events: ['ticket.created', 'message.received'],
  };
  const { secret } = await one.call(createWebhook, { body, token });
  await fetch(`${services.url}/n8n/secrets/shop`, { method: 'PUT', body: secret });
  const counter = openCounter(one, company);
  for (let turn = 0; turn < TURNS; turn += 1) {
    if (chance.next() < 0.6) services.fail('n8n', chance.pick(FAILURES));
    await Promise.all(
      CUSTOMERS.filter(() => chance.next() < 0.7).map((number) => counter.writes(`${turn}`, { number })),
    );
    if (chance.next() < 0.7) await drain();
    later(chance.pick([100, 6_000, 40_000]));
  }
  // Everything that was said to fail has failed by now.
  for (const pause of PAUSES_MS.slice(0, 8)) {
    later(pause + 25_000);
    await drain();
  }
  const noted = await one.admin<{ id: string; state: string; ticketId: number }[]>`
    select 'msg_' || id as id, state, ticket_id::int as "ticketId" from deliveries order by place`;
  expect(noted.filter(({ state }) => state !== 'delivered')).toEqual([]);
  const requests = services.asked('n8n').filter(({ path }) => path === '/n8n/webhook/shop');
  const heard = new Set(requests.map(({ headers }) => headers['webhook-id']));
  expect(noted.filter(({ id }) => !heard.has(id))).toEqual([]);

  const events = requests.map(({ body }) => webhookEvent.parse(body).data);
  for (const ofTicket of Map.groupBy(noted, ({ ticketId }) => ticketId).entries()) {
    const [ticketId, { length }] = [ofTicket[0], ofTicket[1]];
    const numbers = new Set(
      events.filter(({ ticket }) => ticket?.id === ticketId).map((data) => data.sequence),
    );
    expect([...numbers].toSorted((a, b) => a - b)).toEqual(Array.from({ length }, (_, index) => index + 1));
  }
}, 300_000);
