import { me } from '@balcao/shared/api/auth.ts';
import { listConnections } from '@balcao/shared/api/connections.ts';
import { sendMessage } from '@balcao/shared/api/messages.ts';
import { healthLive, healthReady } from '@balcao/shared/api/system.ts';
import { listTickets } from '@balcao/shared/api/tickets.ts';
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
    create sequence attempts;
    grant usage on sequence attempts to public;
    create function conflict() returns trigger language plpgsql as
      $$ begin perform nextval('attempts'); raise exception using errcode = '40001'; end $$;
    create trigger conflict before insert on messages for each row execute function conflict()`);
  const body = { id: uuidv7(), body: 'nunca' };
  await api.refused('ERR_UNAVAILABLE', sendMessage, { token, params: { ticketId }, body });
  await admin.unsafe('drop trigger conflict on messages');
  expect(await admin`select last_value::int from attempts`).toEqual([{ last_value: 4 }]);
  expect((await api.send(sendMessage, { token, params: { ticketId }, body })).statusCode).toBe(202);
});

it('P5: while a slow query holds every connection, too much is refused at once and nothing is forgotten', async () => {
  const { admin } = api.database;
  const token = await api.signIn(company.ana);
  const ask = () => api.send(listTickets, { token });
  await api.call(me, { token });
  const held = await admin.begin(async (tx) => {
    await tx`lock table tickets in access exclusive mode`;
    const answers = Array.from({ length: 700 }, () => Promise.resolve(ask()));
    const refused = answers.slice(500);
    const at = performance.now();
    for (const { statusCode, headers } of await Promise.all(refused))
      expect([statusCode, headers['retry-after']]).toEqual([503, '1']);
    expect(performance.now() - at).toBeLessThan(5_000);
    expect((await api.send(healthLive)).statusCode).toBe(200);
    expect((await api.send(healthReady)).statusCode).toBe(200);
    return answers.slice(0, 500);
  });
  for (const { statusCode } of await Promise.all(held)) expect(statusCode).toBe(200);
  expect((await ask()).statusCode).toBe(200);
});
