import * as automations from '@balcao/shared/features/automations/calls.ts';
import { updateSchedules } from '@balcao/shared/features/companies/calls.ts';
import { updateContact } from '@balcao/shared/features/contacts/calls.ts';
import { getDashboardDeadlines } from '@balcao/shared/features/dashboard/calls.ts';
import * as contracts from '@balcao/shared/features/deadlines/calls.ts';
import type { DeadlinePolicyRow } from '@balcao/shared/features/deadlines/row.ts';
import { sendMessage } from '@balcao/shared/features/messages/calls.ts';
import { deleteTag } from '@balcao/shared/features/tags/calls.ts';
import { listTickets, markTicketRead, updateTicket } from '@balcao/shared/features/tickets/calls.ts';
import { DEFAULT_BUSINESS_HOURS } from '@balcao/shared/time/business-hours.ts';
import { openAfter, openSpans, openUntil } from '@balcao/shared/time/open-spans.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type Counter, openCounter } from '../../../test/counter.ts';
import { type CompanyFixture, createCompany, insertedId } from '../../../test/fixtures.ts';

/** Deadlines, from the policy to what agents, rules and figures see, and their clock in two processes. */

let api: TestApi;
let second: TestApi;
let company: CompanyFixture;
let counter: Counter;
let admin: string;
let ana: string;
let companies = 0;

const MINUTE = 60_000;

beforeAll(async () => {
  api = await startApi();
  second = await startApi({ beside: api });
  await createCompany(api.admin, 'Operator');
});
afterAll(async () => {
  await second.stop();
  await api.stop();
});
beforeEach(async () => {
  company = await createCompany(api.admin, `Loja ${++companies}`);
  await api.admin`update connections set status = 'connected' where id = ${company.connectionId}`;
  [admin, ana] = [await api.signIn(company.admin), await api.signIn(company.ana)];
  counter = openCounter(api, company);
});

const ANY = { queueIds: [], tagIds: [], connectionIds: [], contact: null };
const TARGETS = { firstAnswer: 60, nextAnswer: 30, resolution: 240 };
const POLICY = { name: 'Prazo', active: true, targets: TARGETS, tickets: ANY, businessHours: false };
const make = (change: Partial<typeof POLICY> | object = {}) =>
  api.call(contracts.createDeadlinePolicy, { body: { ...POLICY, ...change }, token: admin });
const put = ({ id }: DeadlinePolicyRow, body: object) =>
  api.call(contracts.updateDeadlinePolicy, { params: { deadlinePolicyId: id }, body, token: admin });
const tag = (name: string) =>
  insertedId(
    api.admin`insert into tags (company_id, name, color) values (${company.companyId}, ${name}, 'red') returning id`,
  );

/** What runs in the newest ticket: kinds, and in how many minutes after the customer's first word they are due. */
async function running() {
  const { id } = await counter.ticket();
  const [row] = await api.admin<{ found: { kind: string; minutes: number }[] }[]>`
    select coalesce((select jsonb_agg(jsonb_build_object('kind', d ->> 'kind', 'minutes',
        round(extract(epoch from (d ->> 'dueAt')::timestamptz - coalesce(waiting_since, last_message_at)) / 60)))
      from jsonb_array_elements(deadlines) d), '[]') as found from tickets where id = ${id}`;
  return Object.fromEntries((row?.found ?? []).map(({ kind, minutes }) => [kind, minutes]));
}
const change = async (body: object, token = ana) =>
  api.call(updateTicket, { params: { ticketId: (await counter.ticket()).id }, body, token });
async function answers(text: string) {
  const { id: ticketId } = await counter.ticket();
  await api.call(markTicketRead, { params: { ticketId }, token: ana });
  await api.call(sendMessage, { params: { ticketId }, body: { body: text }, token: ana });
}
/** Sessions have ended meanwhile. */
async function later(minutes: number) {
  api.advance(minutes * MINUTE);
  [admin, ana] = [await api.signIn(company.admin), await api.signIn(company.ana)];
}
/** Both processes look, and once more. */
const look = async (minutes: number) => {
  const at = new Date(api.deps.clock().getTime() + minutes * MINUTE);
  for (const _ of [1, 2]) await Promise.all([api, second].map(({ run }) => run('deadlines', at)));
};
const missed = async () =>
  (await counter.events())
    .flatMap((event) => (event.kind === 'deadlineMissed' ? [event.deadline] : []))
    .toSorted();
const figures = async () => {
  const { all } = await api.call(getDashboardDeadlines, { query: { days: '3' }, token: admin });
  return all;
};
const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
const kept = (met: number, lost: number) => ({ met, missed: lost });

it('follow the ticket: tags, contact, queue, a time in which it is put off, and what becomes of their policy', async () => {
  const vip = await tag('VIP');
  const byTag = await make({
    name: 'VIP',
    tickets: { ...ANY, tagIds: [vip] },
    targets: { ...TARGETS, firstAnswer: 5 },
  });
  await make({
    name: 'Plano ouro',
    tickets: { ...ANY, contact: { field: 'plano', value: 'OURO' } },
    targets: { ...TARGETS, firstAnswer: 7 },
  });
  const sales = await make({
    name: 'Vendas',
    tickets: { ...ANY, queueIds: [company.queues.sales] },
    targets: { ...TARGETS, firstAnswer: 20, resolution: null },
  });
  await counter.writes('Oi');
  expect(await running()).toEqual({});
  const { id } = await counter.ticket();
  await api.admin`insert into ticket_tags values (${company.companyId}, ${id}, ${vip})`;
  expect(await running()).toEqual({ firstAnswer: 5, resolution: 240 });
  await api.admin`delete from ticket_tags where ticket_id = ${id}`;
  expect(await running()).toEqual({});
  const [contact] = await api.admin<{ id: number }[]>`select contact_id as id from tickets where id = ${id}`;
  await api.call(updateContact, {
    params: { contactId: contact?.id ?? 0 },
    body: { extraInfo: [{ name: 'Plano', value: 'Ouro' }] },
    token: admin,
  });
  expect(await running()).toEqual({ firstAnswer: 7, resolution: 240 });
  await api.admin`update contacts set extra_info = '[]' where id = ${contact?.id ?? 0}`;
  await api.admin`update tickets set queue_id = ${company.queues.sales} where id = ${id}`;
  expect(await running()).toEqual({ firstAnswer: 20 });
  await put(sales, { targets: { firstAnswer: 25, nextAnswer: null, resolution: 90 } });
  expect(await running()).toEqual({ firstAnswer: 25, resolution: 90 });
  await api.admin`
    update tickets set snoozed_until = now() + interval '2 hours' where id = ${id}`;
  expect(await running()).toEqual({});
  await api.admin`
    update tickets set snoozed_until = null, resumed_at = now() + interval '2 hours' where id = ${id}`;
  expect(await running()).toEqual({ firstAnswer: 145, resolution: 210 });
  await put(sales, { active: false });
  expect(await running()).toEqual({});
  await api.call(contracts.orderDeadlinePolicies, {
    body: { deadlinePolicyIds: [sales.id, byTag.id] },
    token: admin,
  });
  await api.call(deleteTag, { params: { tagId: vip }, token: admin });
  const { deadlinePolicies } = await api.call(contracts.listDeadlinePolicies, { token: ana });
  expect(deadlinePolicies.map(({ name, restingSince }) => [name, restingSince !== null])).toEqual([
    ['Vendas', false],
    ['VIP', true],
    ['Plano ouro', false],
  ]);
});

it('count business hours as the pure arithmetic does, and follow when those change', async () => {
  const { companyId } = company;
  await make({ businessHours: true, targets: { firstAnswer: 600, nextAnswer: null, resolution: null } });
  await counter.writes('Oi');
  const dueAfter = async () => {
    const [row] = await api.admin<{ since: Date; due: Date }[]>`
      select waiting_since as since, due_at as due from tickets where company_id = ${companyId}`;
    return [row?.since.getTime() ?? 0, row?.due.getTime() ?? 0] as const;
  };
  const [since, due] = await dueAfter();
  const [from, to] = [since - 92 * 86_400_000, since + 500 * 86_400_000];
  const calendar = {
    schedules: DEFAULT_BUSINESS_HOURS,
    holidays: [],
    timezone: 'America/Sao_Paulo',
  };
  const spans = openSpans(calendar, from, to);
  expect(Math.abs((openAfter(spans, since, 600 * MINUTE) ?? 0) - due)).toBeLessThan(MINUTE / 1_000);
  const moments = Array.from({ length: 200 }, (_, index) => since + (index * 2_999 - 90_000) * MINUTE);
  const counted = await api.admin<{ s: number; at: Date | null }[]>`
    select open_seconds(${companyId}, 0, m) as s, open_after(${companyId}, 0, m, 90000) as at
    from unnest(${moments.map((at) => new Date(at).toISOString())}::timestamptz[]) with ordinality x (m, n) order by n`;
  const [base] = counted;
  counted.forEach(({ s, at }, index) => {
    const moment = moments[index] ?? 0;
    const expected = openUntil(spans, moment) - openUntil(spans, moments[0] ?? 0);
    expect(Math.abs((s - (base?.s ?? 0)) * 1_000 - expected)).toBeLessThan(1_000);
    const after = openAfter(spans, moment, 90_000_000);
    if (at && after) expect(Math.abs(at.getTime() - after)).toBeLessThan(1_000);
  });
  const always = DEFAULT_BUSINESS_HOURS.map((day) => ({ ...day, startTime: '', endTime: '' }));
  await api.call(updateSchedules, { params: { companyId }, body: { schedules: always }, token: admin });
  const [, changed] = await dueAfter();
  expect(changed - since).toBe(600 * MINUTE);
});

it('are an order and a choice of the list, and cost nothing where there is none', async () => {
  await counter.writes('Sem prazo');
  const none = await api.admin`select from deadlines where company_id = ${company.companyId}`;
  expect(none.count).toBe(0);
  await make({ tickets: { ...ANY, queueIds: [company.queues.sales] } });
  await make({
    name: 'Suporte',
    tickets: { ...ANY, queueIds: [company.queues.support] },
    targets: { ...TARGETS, firstAnswer: 9 },
  });
  for (const number of ['5511900000001', '5511900000002']) await counter.writes('Oi', { number });
  await api.admin`
    update tickets set queue_id = ${company.queues.sales}
    where id = (select max(id) from tickets where company_id = ${company.companyId})`;
  const urgent = async (query: object) => {
    const { tickets } = await api.call(listTickets, { query: { showAll: 'true', ...query }, token: admin });
    return tickets.map(({ deadlines }) => deadlines.map(({ kind }) => kind).join(' '));
  };
  expect((await urgent({ sort: 'urgent', status: 'pending' })).length).toBe(3);
  expect((await urgent({ deadline: 'running' })).length).toBe(3);
  expect(await urgent({ deadline: 'missed' })).toEqual([]);
  expect(
    (await urgent({ sort: 'urgent', after: JSON.stringify([new Date().toISOString(), 1]) })).length,
  ).toBe(3);
});

it('run from the first word to the answer, from each word after it, and to the end', async () => {
  await make();
  await counter.writes('Oi');
  expect(await running()).toEqual({ firstAnswer: 60, resolution: 240 });
  await change({ status: 'open' });
  await later(10);
  await answers('Bom dia');
  expect(await running()).toEqual({});
  await later(100);
  await counter.writes('Então');
  // The ten minutes before the answer are gone, the wait for the customer is not.
  expect(await running()).toEqual({ nextAnswer: 30, resolution: 230 });
  await counter.writes('Alô?');
  expect(await running()).toEqual({ nextAnswer: 30, resolution: 230 });
  await change({ status: 'closed', silent: true });
  expect(await running()).toEqual({});
  expect(await figures()).toEqual({
    firstAnswer: kept(1, 0),
    // Nobody waited for that answer to its end.
    nextAnswer: kept(0, 0),
    resolution: kept(1, 0),
  });
  const { all, queues, agents, days } = await api.call(getDashboardDeadlines, {
    query: { days: '2' },
    token: admin,
  });
  expect([queues, agents].map((list) => list.map((row) => row.kept))).toEqual([[all], [all]]);
  // The night may have come between the answer and the end.
  const met = days.map((day) => day.kept);
  expect(sum(met.map(({ firstAnswer }) => firstAnswer.met))).toBe(1);
  expect(sum(met.map(({ resolution }) => resolution.met))).toBe(1);
});

it('are told once each by two processes: to rules when near, to all when missed, also to who answers late', async () => {
  await make({ targets: { firstAnswer: 60, nextAnswer: 30, resolution: null } });
  const rule = (name: string, cause: object) =>
    api.call(automations.createAutomation, {
      body: {
        name,
        active: true,
        cause,
        conditions: { match: 'all', items: [] },
        effects: [{ kind: 'note', text: name }],
      },
      token: admin,
    });
  await rule('perto', { kind: 'deadlineNear', deadlines: [] });
  await rule('perdido', { kind: 'deadlineMissed', deadlines: ['firstAnswer'] });
  await counter.writes('Oi');
  await look(44);
  expect(await counter.notes()).toEqual([]);
  await look(46);
  expect(await counter.notes()).toEqual(['perto']);
  await look(59);
  expect(await missed()).toEqual([]);
  await look(61);
  expect(await missed()).toEqual(['firstAnswer']);
  expect((await counter.notes()).toSorted()).toEqual(['perdido', 'perto']);
  await change({ status: 'open' });
  await answers('Desculpe');
  await counter.writes('Tudo bem');
  await later(31);
  await answers('Pronto');
  await look(0);
  expect(await missed()).toEqual(['firstAnswer', 'nextAnswer']);
  await look(500);
  expect(await missed()).toEqual(['firstAnswer', 'nextAnswer']);
  expect((await counter.notes()).toSorted()).toEqual(['perdido', 'perto']);
  // A deadline that was looked at ahead of the clock may be of the next day, and one of before of the day before.
  await later(24 * 60);
  expect(await figures()).toMatchObject({ firstAnswer: kept(0, 1), nextAnswer: kept(0, 1) });
  const [told] = await api.admin<{ events: string[] }[]>`
    select webhook_events_of(null, m) as events from messages m
    where company_id = ${company.companyId} and media_type = 'event' and body like '%deadlineMissed%' limit 1`;
  expect(told?.events).toEqual(['sla.breached']);
});

it('are refused with words where they cannot be kept, and to those who may not', async () => {
  const refused = (code: Parameters<TestApi['refused']>[0], change: object, token = admin) =>
    api.refused(code, contracts.createDeadlinePolicy, { body: { ...POLICY, ...change }, token });
  await refused('ERR_NO_PERMISSION', {}, ana);
  await refused('ERR_VALIDATION', { targets: { ...TARGETS, firstAnswer: 0 } });
  await refused('ERR_DEADLINE_POLICY_EMPTY', {
    targets: { firstAnswer: null, nextAnswer: null, resolution: null },
  });
  await refused('ERR_DEADLINE_POLICY_REFERENCE', { tickets: { ...ANY, queueIds: [999_999] } });
  const made = await make();
  await refused('ERR_DEADLINE_POLICY_NAME_TAKEN', { name: 'prazo' });
  const stranger = await api.signIn((await createCompany(api.admin, `Outra ${++companies}`)).admin);
  const params = { deadlinePolicyId: made.id };
  await api.refused('ERR_NO_DEADLINE_POLICY_FOUND', contracts.deleteDeadlinePolicy, {
    params,
    token: stranger,
  });
  await api.refused('ERR_NO_DEADLINE_POLICY_FOUND', contracts.orderDeadlinePolicies, {
    body: { deadlinePolicyIds: [made.id] },
    token: stranger,
  });
  await api.admin`
    insert into deadline_policies (company_id, name, active, position, first_answer_minutes, business_hours, queue_ids,
      tag_ids, connection_ids, refs, counts_from)
    select ${company.companyId}, 'Prazo ' || n, false, n, 60, false, '{}', '{}', '{}', '{}', now()
    from generate_series(2, 50) n`;
  await refused('ERR_TOO_MANY_DEADLINE_POLICIES', { name: 'Mais um' });
  await api.call(contracts.deleteDeadlinePolicy, { params, token: admin });
  await api.refused('ERR_NO_DEADLINE_POLICY_FOUND', contracts.updateDeadlinePolicy, {
    params,
    body: { active: true },
    token: admin,
  });
});
