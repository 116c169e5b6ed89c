import { me } from '@balcao/shared/features/auth/calls.ts';
import { listConnections } from '@balcao/shared/features/connections/calls.ts';
import { sendMessage } from '@balcao/shared/features/messages/calls.ts';
import { healthLive, healthReady } from '@balcao/shared/features/system/calls.ts';
import { listTickets } from '@balcao/shared/features/tickets/calls.ts';
import type { LightMyRequestResponse } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from './api.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { type CompanyFixture, createCompany, createTicket } from './fixtures.ts';

let proxy: FaultProxy;
let api: TestApi;
let company: CompanyFixture;

beforeAll(async () => {
  api = await startApi({
    route: async (url) => {
      proxy = await startFaultProxy(url);
      return proxy.url;
    },
  });
  company = await createCompany(api.database.admin, 'Padaria');
});
afterAll(async () => {
  await api.stop();
  await proxy.stop();
});

it('P1: says at once that the database is away, and works again as soon as it is back', async () => {
  const token = await api.signIn(company.ana);
  expect((await api.send(healthReady)).statusCode).toBe(200);

  await proxy.stop();
  for (let attempt = 0; attempt < 10; attempt++) {
    const started = performance.now();
    const [work, ready] = await Promise.all([
      api.refused('ERR_UNAVAILABLE', listConnections, { token }),
      api.refused('ERR_UNAVAILABLE', healthReady),
    ]);
    expect(performance.now() - started).toBeLessThan(1_000);
    expect([work.message, ready.error]).toEqual([expect.stringMatching(/not available/), 'ERR_UNAVAILABLE']);
    expect((await api.send(healthLive)).statusCode).toBe(200);
  }

  await proxy.start();
  const back = performance.now();
  await expect.poll(async () => (await api.send(healthReady)).statusCode, { timeout: 5_000 }).toBe(200);
  await expect.poll(async () => (await api.send(me, { token })).statusCode, { timeout: 5_000 }).toBe(200);
  expect(performance.now() - back).toBeLessThan(5_000);
  expect((await api.send(listConnections, { token })).statusCode).toBe(200);
});

it('P4: what lost a deadlock is done again, and nobody hears of it', async () => {
  const { admin } = api.database;
  const token = await api.signIn(company.ana);
  const { id: ticketId } = await createTicket(admin, company, { userId: company.ana.id });
  const id = uuidv7();
  const waiting = async (count: number) =>
    expect.poll(async () => (await blocked()).length, { interval: 5 }).toBe(count);
  const blocked = () => admin`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const deadlocks = async () => {
    const [row] = await admin`select pg_stat_force_next_flush(), deadlocks::int from pg_stat_database
      where datname = current_database()`;
    return row?.deadlocks as number;
  };
  const before = await deadlocks();
  const answer = await admin.begin(async (tx) => {
    // The other one must be the loser.
    await tx`set local deadlock_timeout = '10s'`;
    await tx`select from messages where ticket_id = ${ticketId} for update`;
    const sent = Promise.resolve(
      api.send(sendMessage, { token, params: { ticketId }, body: { id, body: 'apesar de tudo' } }),
    );
    // It has the ticket, and waits for the messages.
    await waiting(1);
    await tx`select from tickets where id = ${ticketId} for update`;
    return { sent };
  });
  expect((await answer.sent).statusCode).toBe(202);
  await expect.poll(deadlocks).toBe(before + 1);
  expect(await admin`select body from messages where id = ${id}`).toMatchObject([{ body: 'apesar de tudo' }]);
});

it('P4: what can never get through is given up after the third repetition', async () => {
  const { admin } = api.database;
  const token = await api.signIn(company.ana);
  const { id: ticketId } = await createTicket(admin, company, { userId: company.ana.id });
  // Numbers are not given back when a transaction ends.
  await admin.unsafe(`
    create sequence repetitions;
    grant usage on sequence repetitions to public;
    create function conflict() returns trigger language plpgsql as
      $$ begin perform nextval('repetitions'); raise exception using errcode = '40001'; end $$;
    create trigger conflict before insert on messages for each row execute function conflict()`);
  const body = { id: uuidv7(), body: 'nunca' };
  await api.refused('ERR_UNAVAILABLE', sendMessage, { token, params: { ticketId }, body });
  await admin.unsafe('drop trigger conflict on messages');
  expect(await admin`select last_value::int from repetitions`).toEqual([{ last_value: 4 }]);
  expect((await api.send(sendMessage, { token, params: { ticketId }, body })).statusCode).toBe(202);
});

/** Sends so many requests; the answers that come while everything is blocked are refusals. */
function flood(times: number, ask: () => Promise<LightMyRequestResponse>) {
  const refusals: LightMyRequestResponse[] = [];
  const held: LightMyRequestResponse[] = [];
  const all = Array.from({ length: times }, async () => {
    const answer = await ask();
    (answer.statusCode === 503 ? refusals : held).push(answer);
  });
  return {
    async refused(count: number) {
      await expect.poll(() => refusals.length, { timeout: 10_000 }).toBe(count);
      for (const { headers } of refusals) expect(headers['retry-after']).toBe('1');
    },
    async held(): Promise<number[]> {
      await Promise.all(all);
      return held.map(({ statusCode }) => statusCode);
    },
  };
}

it('P5: while a slow query holds every connection, too much is refused at once and nothing is forgotten', async () => {
  const { admin } = api.database;
  const floods: ReturnType<typeof flood>[] = [];
  const tokens = [await api.signIn(company.ana)];
  for (const name of ['Livraria', 'Farmácia', 'Oficina'])
    tokens.push(await api.signIn((await createCompany(admin, name)).ana));
  const ask = (token: string) => api.send(listTickets, { token });
  for (const token of tokens) await api.call(me, { token });
  await admin.begin(async (tx) => {
    await tx`lock table tickets in access exclusive mode`;
    // A company's excess requests are refused to that company alone; then a limit holds for all of them.
    for (const [index, token] of tokens.entries()) {
      const mine = flood(200, () => ask(token));
      floods.push(mine);
      await mine.refused(index < 3 ? 50 : 150);
    }
    expect((await api.send(healthLive)).statusCode).toBe(200);
    expect((await api.send(healthReady)).statusCode).toBe(200);
  });
  const held = await Promise.all(floods.map((one) => one.held()));
  expect(held.map((codes) => codes.length)).toEqual([150, 150, 150, 50]);
  expect(new Set(held.flat())).toEqual(new Set([200]));
  expect((await ask(tokens[0]!)).statusCode).toBe(200);
});

it('P5: what strangers flood the server with is refused to them, not to those who have signed in', async () => {
  const { admin } = api.database;
  const token = await api.signIn(company.ana);
  const stranger = (remoteAddress: string) => () =>
    api.app.inject({
      method: 'POST',
      url: '/auth/refresh_token',
      payload: { refreshToken: 'guessed' },
      remoteAddress,
    });
  const floods: ReturnType<typeof flood>[] = [];
  const asked = await admin.begin(async (tx) => {
    await tx`lock table refresh_tokens in access exclusive mode`;
    for (let network = 1; network <= 6; network++) {
      const theirs = flood(60, stranger(`203.0.113.${network}`));
      floods.push(theirs);
      // Each network has its share, and there is an end for all strangers.
      await theirs.refused(network < 6 ? 10 : 60);
    }
    return Array.from({ length: 20 }, () => Promise.resolve(api.send(listTickets, { token })));
  });
  const held = await Promise.all(floods.map((one) => one.held()));
  expect(held.map((codes) => codes.length)).toEqual([50, 50, 50, 50, 50, 0]);
  expect(new Set(held.flat())).toEqual(new Set([401]));
  for (const { statusCode } of await Promise.all(asked)) expect(statusCode).toBe(200);
});
