import { randomUUID } from 'node:crypto';
import { type BusinessHours, WEEKDAYS } from '@balcao/shared/time/business-hours.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type Counter, openCounter } from '../../../test/counter.ts';
import { type CompanyFixture, createCompany } from '../../../test/fixtures.ts';

/** What the counter says out of hours, and what follows in the morning. */

let api: TestApi;
let company: CompanyFixture;
let counter: Counter;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const MENU = ['Oi, Maria! Sou o assistente.', '[ 1 ] - Vendas\n[ 2 ] - Suporte'].join('\n\n');
const PLACED = { kind: 'transferred', toQueue: 'Vendas' };

beforeEach(async () => {
  const { admin } = api.database;
  company = await createCompany(admin, `Loja ${randomUUID()}`);
  const { companyId, connectionId, queues } = company;
  await admin`update connections set status = 'connected', greeting_message = 'Oi, {{firstName}}! Sou o assistente.'
    where id = ${connectionId}`;
  await admin`insert into connection_queues (company_id, connection_id, queue_id)
    values (${companyId}, ${connectionId}, ${queues.sales})`;
  await admin`update queues set order_queue = case when name = 'Vendas' then 1 else 2 end,
    greeting_message = 'Aqui é de {{queue}}.' where company_id = ${companyId}`;
  counter = openCounter(api, company);
});

/** The customer writes after a pause, in which nobody would still be writing. */
async function says(...said: Parameters<Counter['writes']>): Promise<string[]> {
  api.advance(10_000);
  return counter.writes(...said);
}

const set = (key: string, value: string) => api.database.admin`
  insert into settings (company_id, key, value) values (${company.companyId}, ${key}, ${value})`;

/** The same hours on every day. */
const week = (startTime: string, endTime: string): BusinessHours =>
  WEEKDAYS.map((weekdayEn) => ({ weekday: weekdayEn, weekdayEn, startTime, endTime }));
const CLOSED = week('00:00', '00:00');
const json = (value: object) => api.database.admin.json(value as never);

it('a closed company says so once in half an hour, and its menu comes when it is open', async () => {
  const { admin } = api.database;
  await set('scheduleType', 'company');
  await admin`update companies set schedules = ${json(CLOSED)} where id = ${company.companyId}`;
  await admin`update connections set out_of_hours_message = 'Abrimos às 8.' where id = ${company.connectionId}`;
  expect(await says('Olá')).toEqual(['Abrimos às 8.']);
  // Somebody finds the ticket in the morning, though the customer has chosen nothing.
  expect(await counter.ticket()).toMatchObject({
    answerer: 'nobody',
    waits: true,
    queue: company.queues.sales,
  });
  expect((await counter.events()).slice(1)).toMatchObject([{ kind: 'handedOver', cause: 'closed' }, PLACED]);
  expect(await says('Alguém?')).toEqual([]);
  api.advance(30 * 60_000);
  expect(await says('Alguém?')).toEqual(['Abrimos às 8.']);
  const today = { name: 'Plantão', date: '2020-01-01', yearly: false, startTime: '', endTime: '' };
  const days = [-1, 0, 1].map((by) => ({
    ...today,
    date: new Date(api.deps.clock().getTime() + by * 86_400_000).toISOString().slice(0, 10),
  }));
  await admin`update companies set holidays = ${json(days)} where id = ${company.companyId}`;
  expect(await says('Bom dia')).toEqual([MENU]);
  expect(await counter.ticket()).toMatchObject({ answerer: 'queueMenu', queue: company.queues.sales });
  expect(await says('2')).toEqual(['Aqui é de Suporte.']);
  expect(await counter.ticket()).toMatchObject({ queue: company.queues.support, ended: 'done' });
});

it('a closed company finds no queue for its customer: the ticket stays without, and the menu comes', async () => {
  const { admin } = api.database;
  await set('scheduleType', 'company');
  await admin`update companies set schedules = ${json(CLOSED)} where id = ${company.companyId}`;
  await admin`delete from connection_queues where connection_id = ${company.connectionId}`;
  expect(await says('Olá')).toEqual([]);
  expect(await counter.ticket()).toMatchObject({ answerer: 'nobody', ended: 'closed', queue: null });
});

it('whoever was put into a closed queue by no choice of theirs is shown the menu of queues', async () => {
  const { admin } = api.database;
  await set('scheduleType', 'queue');
  await admin`update queues set schedules = ${json(CLOSED)} where id = ${company.queues.sales}`;
  await admin`update queues set schedules = ${json(week('', ''))} where id = ${company.queues.support}`;
  const call = { kind: 'call', video: false, refused: false } as const;
  expect(await says('', { content: call })).toEqual([]);
  expect(await counter.ticket()).toMatchObject({ queue: company.queues.sales, ended: 'placed' });
  expect(await says('Alguém?')).toEqual([MENU]);
  expect(await says('2')).toEqual(['Aqui é de Suporte.']);
});

it('a closed queue answers when it is chosen, and another may be chosen instead', async () => {
  const { admin } = api.database;
  await set('scheduleType', 'queue');
  await admin`update queues set schedules = ${json(week('', ''))} where company_id = ${company.companyId}`;
  await admin`update queues set schedules = ${json(CLOSED)}, out_of_hours_message = 'Vendas fechou.'
    where id = ${company.queues.sales}`;
  expect(await says('Olá')).toEqual([MENU]);
  expect(await says('1')).toEqual(['Vendas fechou.\n\n[ # ] - Menu principal']);
  expect(await counter.ticket()).toMatchObject({
    answerer: 'nobody',
    queue: company.queues.sales,
    waits: true,
  });
  expect(await says('#')).toEqual([MENU]);
  expect(await says('2')).toEqual(['Aqui é de Suporte.']);
});
