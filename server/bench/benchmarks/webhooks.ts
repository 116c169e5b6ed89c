import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CompanyFixture, createCompany, givePlan, insertedId } from '../../test/fixtures.ts';
import { startApi } from '../api.ts';
import type { Benchmark } from '../figure.ts';
import { type Ingest, openIngest, sessionOf } from '../ingest.ts';
import { measure } from '../measure.ts';
import type { BenchDatabase } from '../postgres.ts';

const WAITING = 10_000;
/** Each ticket waits for its own first event. */
const TICKETS = 500;
/** They are measured by turns, so that what else the machine does meets all of them. */
const ROUNDS = 5;

/**
 * What it costs to receive messages while a webhook that never answers is told of 10,000 others: another company, beside
 * nobody being told, and the same one, beside being told without anything that waits.
 */
export const webhooks: Benchmark = {
  name: 'webhooks',
  async run(context) {
    const database = await context.postgres.createDatabase();
    const messages = context.quick ? 60 : 1_000;
    const hole = createServer(() => {}).listen(0, '127.0.0.1');
    await once(hole, 'listening');
    const { port } = hole.address() as AddressInfo;
    const [people, shop] = [
      await createCompany(database.admin, 'Pessoas'),
      await createCompany(database.admin, 'Loja'),
    ];
    const webhookId = await openWebhook(database, shop, port);
    const api = await startApi(context, database, undefined, { OUTGOING_ALLOW: `127.0.0.1:${port}` });
    const ingest = await openIngest(context, database);
    const talks = [people, shop].map((company, index) => talkTo(ingest, company, index, messages));
    for (const talk of talks) await talk();
    const quiet: number[] = [];
    const beside: number[] = [];
    const told: number[] = [];
    const own: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await switchOff(database);
      quiet.push((await talks[0]!()).p50);
      await fill(database, shop, webhookId, 0);
      told.push((await talks[1]!()).p50);
      await switchOff(database);
      hole.closeAllConnections();
      await fill(database, shop, webhookId, WAITING);
      await once(hole, 'request');
      beside.push((await talks[0]!()).p50);
      own.push((await talks[1]!()).p50);
      hole.closeAllConnections();
    }
    await switchOff(database);
    await ingest.close();
    hole.closeAllConnections();
    await api.stop();
    hole.close();
    await database.drop();
    const floor = (values: number[]) => ({ what: 'nothing waits', value: median(values) });
    const target = { ratioAtMost: 1.15 };
    const name = (whose: string) => `a message of ${whose}, p50, while ${WAITING} deliveries wait`;
    return [
      { name: name('another company'), value: median(beside), unit: 'ms', floor: floor(quiet), target },
      { name: name('the same company'), value: median(own), unit: 'ms', floor: floor(told), target },
    ];
  },
};

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const talkTo =
  (ingest: Ingest, { companyId, connectionId }: CompanyFixture, index: number, messages: number) =>
  () =>
    measure(messages, 1, (message) =>
      ingest.receive([sessionOf(companyId, connectionId)], (5 + index) * 1_000_000 + (message % 50)),
    );

async function openWebhook({ admin }: BenchDatabase, { companyId }: CompanyFixture, port: number) {
  await givePlan(admin, companyId);
  return insertedId(admin`
    insert into webhooks (company_id, name, url, events, active)
    values (${companyId}, 'Buraco', ${`http://127.0.0.1:${port}/`}, '{message.received}', false) returning id`);
}

async function switchOff({ admin }: BenchDatabase): Promise<void> {
  await admin`update webhooks set active = false`;
  await admin`delete from outgoing_calls`;
  await admin`delete from deliveries`;
}

async function fill(
  { admin }: BenchDatabase,
  { companyId }: CompanyFixture,
  webhookId: number,
  waiting: number,
): Promise<void> {
  await admin`
    insert into deliveries (company_id, webhook_id, ticket_id, event, lane, payload, next_at)
    select ${companyId}, ${webhookId}, 1, 'message.received', 'ticket:' || (n % ${TICKETS}::int), '{}', now()
    from generate_series(1, ${waiting}::int) n`;
  await admin`analyze deliveries`;
  await admin`update webhooks set active = true`;
  await admin`
    insert into outgoing_calls (company_id, id, kind, lane, due_at)
    select company_id, call_id, 'webhook', 'webhook:' || id, now() from webhooks`;
}
