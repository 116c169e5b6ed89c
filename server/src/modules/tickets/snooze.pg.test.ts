import { readTicketEvent } from '@balcao/shared/features/ticket-timeline/event.ts';
import {
  countTickets,
  listTickets,
  snoozeTicket,
  updateTicket,
} from '@balcao/shared/features/tickets/calls.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, createTicket, createUser } from '../../../test/fixtures.ts';

/** Tickets that are put off, by two processes and an explicit clock. */

let api: TestApi;
let second: TestApi;
let company: CompanyFixture;
let ana: string;
let boss: string;
let companies = 0;

const UNTIL = new Date(Date.now() + 3_600_000);
const until = UNTIL.toISOString();
const minutesLater = (minutes: number) => new Date(UNTIL.getTime() + minutes * 60_000);

beforeAll(async () => {
  api = await startApi();
  second = await startApi({ beside: api });
});
afterAll(async () => {
  await second.stop();
  await api.stop();
});
beforeEach(async () => {
  company = await createCompany(api.database.admin, `Loja ${++companies}`);
  ana = await api.signIn(company.ana);
  boss = await api.signIn(company.admin);
});

const make = (options: Parameters<typeof createTicket>[2] = { userId: company.ana.id }) =>
  createTicket(api.database.admin, company, options);
const snooze = (id: number, to: string | null = until, token = ana) =>
  api.call(snoozeTicket, { params: { ticketId: id }, body: { until: to }, token });
const put = (id: number, body: object) =>
  api.call(updateTicket, { params: { ticketId: id }, body, token: ana });
const listed = async (query: Record<string, string>, token = ana) => {
  const { tickets } = await api.call(listTickets, { query: query as never, token });
  return tickets.map(({ id }) => id);
};
/** Both processes look at the same time, and once more. */
const look = async (at: Date, job = 'tickets to bring back') => {
  for (const _ of [1, 2]) await Promise.all([api, second].map(({ run }) => run(job, at)));
};
const told = async (id: number) => {
  const rows = await api.database.admin<{ body: string }[]>`
    select body from messages where ticket_id = ${id} and media_type = 'event' order by created_at, id`;
  return rows.map(({ body }) => readTicketEvent(body));
};
const row = async (id: number) => {
  const [found] = await api.database.admin`
    select status, user_id::int as user, queue_id::int as queue, snoozed_until as until from tickets where id = ${id}`;
  return found;
};
const snoozed = { kind: 'snoozed', by: 'Ana', until };

describe('a ticket that is put off', () => {
  it('keeps its agent, is listed and counted apart where asked so, and told once', async () => {
    const { id } = await make();
    const waiting = await make({});
    const other = await make();
    await snooze(id);
    expect(await snooze(id)).toMatchObject({ snoozedUntil: until, status: 'open', userId: company.ana.id });
    await snooze(waiting.id);
    expect(await told(id)).toEqual([snoozed]);
    expect(await listed({ status: 'open' })).toEqual([other.id, id]);
    expect(await listed({ status: 'open', snoozed: 'false' })).toEqual([other.id]);
    expect(await listed({ snoozed: 'true' })).toEqual([waiting.id, id]);
    expect(await listed({ searchParam: 'maria', showAll: 'true' })).toContain(id);
    const counts = (query: { snoozed?: string }) => api.call(countTickets, { query, token: ana });
    expect(await counts({})).toMatchObject({ open: 2, pending: 1, unread: 2, snoozed: 2 });
    expect(await counts({ snoozed: 'false' })).toMatchObject({ open: 1, pending: 0, unread: 1, snoozed: 0 });
  });

  it('comes back at its time, once', async () => {
    const { id } = await make();
    await snooze(id);
    await look(minutesLater(-1));
    expect(await told(id)).toEqual([snoozed]);
    await look(minutesLater(0));
    expect(await told(id)).toEqual([snoozed, { kind: 'resumed', by: null, cause: 'time' }]);
    expect(await row(id)).toMatchObject({ status: 'open', user: company.ana.id, until: null });
  });

  it('comes back for whoever goes on with it, or is given it, and its time does nothing then', async () => {
    const [taken, closed, moved, returned, called] = [
      await make({}),
      await make(),
      await make(),
      await make(),
      await make(),
    ];
    const all = [taken, closed, moved, returned, called];
    for (const { id } of all) await snooze(id);
    await put(taken.id, { status: 'open' });
    await put(closed.id, { status: 'closed' });
    await put(moved.id, { userId: company.admin.id });
    await put(returned.id, { status: 'pending' });
    await snooze(called.id, null);
    await snooze(called.id, null);
    const before = await Promise.all(all.map(({ id }) => told(id)));
    await look(minutesLater(1));
    expect(await Promise.all(all.map(({ id }) => told(id)))).toEqual(before);
    expect(before.map((events) => events.map((event) => event?.kind))).toEqual([
      ['snoozed', 'accepted'],
      ['snoozed', 'closed'],
      ['snoozed', 'transferred'],
      ['snoozed', 'returned'],
      ['snoozed', 'resumed'],
    ]);
    for (const { id } of all) expect(await row(id)).toMatchObject({ until: null });
  });

  it('is left alone by the rules of its connection, whose minutes count anew when it is back', async () => {
    const { admin } = api.database;
    await admin`update connections set status = 'connected', updated_at = '2020-01-01', close_after_minutes = 20,
      redirect_minutes = 20, redirect_queue_id = ${company.queues.sales} where id = ${company.connectionId}`;
    const answered = await make();
    const waiting = await make({ queueId: null });
    await admin`update messages set from_me = true, state = 'sent', created_at = '2020-01-01'
      where ticket_id = ${answered.id}`;
    await admin`update tickets set last_message_at = '2020-01-01' where id = ${answered.id}`;
    await snooze(answered.id);
    await snooze(waiting.id, until, boss);
    const rules = async (minutes: number) => {
      for (const job of ['tickets to redirect', 'tickets to close']) await look(minutesLater(minutes), job);
      return [(await row(answered.id))?.status, (await row(waiting.id))?.queue];
    };
    expect(await rules(-1)).toEqual(['open', null]);
    await look(minutesLater(0));
    expect(await rules(19)).toEqual(['open', null]);
    expect(await rules(20)).toEqual(['closed', company.queues.sales]);
  });

  it('is one under way that one may act on, and a time that is past puts nothing off', async () => {
    const colleague = await createUser(api.database.admin, company.companyId, 'Carla', [
      company.queues.support,
    ]);
    const carla = await api.signIn(colleague);
    const { id } = await make();
    const closed = await make({ status: 'closed', userId: company.ana.id });
    const refused = (code: Parameters<TestApi['refused']>[0], ticketId: number, token: string) =>
      api.refused(code, snoozeTicket, { params: { ticketId }, body: { until }, token });
    await refused('ERR_TICKET_CLOSED', closed.id, ana);
    await refused('ERR_OTHER_OPEN_TICKET', id, carla);
    await refused('ERR_TICKET_FOREIGN_QUEUE', id, await api.signIn(company.bruno));
    await snooze(id, '2020-01-01T12:00:00Z');
    expect([await told(id), (await row(id))?.until]).toEqual([[], null]);
    expect(await snooze(id, until, boss)).toMatchObject({ snoozedUntil: until, userId: company.ana.id });
  });
});
