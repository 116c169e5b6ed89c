import {
  getDashboard,
  getDashboardNow,
  getDashboardSources,
  getOwnFigures,
  getTicketsByDay,
  getTicketsByUser,
} from '@balcao/shared/features/dashboard/calls.ts';
import { updateTicket } from '@balcao/shared/features/tickets/calls.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { createCompany, createTicket, createUser } from '../../../test/fixtures.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

it('shows what agents do, as soon as they have done it, to those who lead them', async () => {
  const { admin } = api.database;
  const company = await createCompany(admin, 'Padaria');
  const lead = await createUser(admin, company.companyId, 'Lia', [], { profile: 'supervisor' });
  const [ana, lia, stranger] = [
    await api.signIn(company.ana),
    await api.signIn(lead),
    await api.signIn((await createCompany(admin, 'Vizinha')).admin),
  ];
  const waiting = await createTicket(admin, company, { name: 'Rui' });
  const ticket = await createTicket(admin, company, { name: 'Zé' });
  await admin`update tickets set waiting_since = now() - interval '5 minutes' where company_id = ${company.companyId}`;
  const act = (body: object) => api.call(updateTicket, { params: { ticketId: ticket.id }, body, token: ana });
  const look = (token = lia) => api.call(getDashboard, { query: { days: '3' }, token });
  await act({ status: 'open' });

  expect((await look()).counters).toMatchObject({
    supportPending: 1,
    supportHappening: 1,
    supportFinished: 0,
  });
  const now = await api.call(getDashboardNow, { token: lia });
  expect(now.waiting).toMatchObject({ count: 2 });
  expect(now.lists).toEqual({ pending: 1, open: 1, chatbot: 0 });
  expect(now.queue).toMatchObject([{ id: waiting.id, name: 'Rui', queueName: 'Suporte' }]);
  expect(now.people.find(({ id }) => id === company.ana.id)).toMatchObject({
    openTickets: 1,
    unanswered: { uuid: ticket.uuid },
  });

  await act({ status: 'closed' });
  const shown = await look();
  expect(shown).toMatchObject({
    counters: { supportPending: 1, supportHappening: 0, supportFinished: 1 },
    period: { begun: 2, finished: 1 },
    before: { begun: 0, finished: 0, firstAnswer: { count: 0, median: null } },
    queues: [{ id: company.queues.support, name: 'Suporte', count: 2 }],
    connections: [{ id: company.connectionId, count: 2 }],
  });
  expect(shown.attendants.find(({ id }) => id === company.ana.id)).toMatchObject({
    tickets: 1,
    rating: null,
  });
  const sumOf = (hours: number[]) => hours.reduce((sum, count) => sum + count);
  expect([sumOf(shown.today), sumOf(shown.yesterday)]).toEqual([2, 0]);
  expect(shown.lately.map(({ finished }) => finished)).toEqual([...new Array<number>(13).fill(0), 1]);
  expect(shown.lately[0]).toEqual({ finished: 0, leads: 0, avgWaitTime: null, avgSupportTime: null });
  const days = await api.call(getTicketsByDay, { query: { days: '3' }, token: lia });
  expect([days.by, days.count, days.data.map(({ total }) => total)]).toEqual(['day', 2, [0, 0, 2]]);
  const hours = await api.call(getTicketsByDay, { query: { days: '1' }, token: lia });
  expect([hours.by, hours.count, hours.data.length]).toEqual(['hour', 2, 24]);
  const { data } = await api.call(getTicketsByUser, { query: { days: '3' }, token: lia });
  expect(data.filter(({ total }) => total > 0)).toMatchObject([{ id: company.ana.id, total: 1 }]);
  expect((await api.call(getOwnFigures, { query: { days: '3' }, token: ana })).period.finished).toBe(1);
  expect((await look(stranger)).period).toMatchObject({ begun: 0, finished: 0 });
  await api.refused('ERR_NO_PERMISSION', getDashboard, { query: { days: '3' }, token: ana });
  await api.refused('ERR_NO_PERMISSION', getDashboardNow, { token: ana });
});

it('counts who waits where no agent looks, as long as there are agents', async () => {
  const { admin } = api.database;
  const company = await createCompany(admin, 'Oficina');
  const { companyId, queues, ana, bruno } = company;
  const token = await api.signIn(company.admin);
  const unseen = async () => {
    const now = await api.call(getDashboardNow, { token });
    return [now.unseen, now.unseenQueueIds];
  };
  for (const queueId of [null, queues.sales, queues.support, queues.support])
    await createTicket(admin, company, { queueId });
  await admin`update tickets set waiting_since = now() where company_id = ${companyId}`;
  expect(await unseen()).toEqual([1, [null]]);
  await admin`delete from user_queues where user_id = ${ana.id}`;
  expect(await unseen()).toEqual([3, [queues.support, null]]);
  await admin`update users set all_ticket = true where id = ${bruno.id}`;
  expect(await unseen()).toEqual([2, [queues.support]]);
  await admin`insert into user_queues (company_id, user_id, queue_id)
    values (${companyId}, ${company.admin.id}, ${queues.support})`;
  expect(await unseen()).toEqual([0, []]);
  await admin`delete from users where company_id = ${companyId} and profile = 'user'`;
  await admin`delete from user_queues where company_id = ${companyId}`;
  expect(await unseen()).toEqual([0, []]);
});

it('says what is wrong with a filter', async () => {
  const { admin } = api.database;
  const token = await api.signIn((await createCompany(admin, 'Filtro')).admin);
  const range = async (query: Record<string, string>) => {
    const { period, before } = await api.call(getDashboard, { query, token });
    return [before.from, before.to, period.from, period.to];
  };
  for (const call of [getDashboard, getDashboardSources, getOwnFigures]) {
    await api.refused('ERR_DASHBOARD_FILTER', call, { token });
    const query = { date_from: '2026-05-02', date_to: '2026-05-01' };
    await api.refused('ERR_DASHBOARD_RANGE', call, { query, token });
    const decade = { date_from: '2016-05-02', date_to: '2026-05-01' };
    await api.refused('ERR_DASHBOARD_RANGE_TOO_LONG', call, { query: decade, token });
    await api.refused('ERR_DASHBOARD_RANGE_TOO_LONG', call, { query: { days: '999999' }, token });
  }
  await api.refused('ERR_VALIDATION', getDashboard, { query: { date_from: '2026-02-30' }, token });
  await api.refused('ERR_VALIDATION', getDashboard, { query: { days: '-3' }, token });
  const month = ['2026-01-15', '2026-01-31', '2026-02-01', '2026-02-17'];
  expect(await range({ date_to: '2026-02-17' })).toEqual(month);
  expect(await range({ date_from: '2026-02-01', date_to: '2026-02-17', days: '3' })).toEqual(month);
});
