import { listAudit } from '@balcao/shared/audit-log.ts';
import { updateSchedules } from '@balcao/shared/features/companies/calls.ts';
import { listConnections, updateConnection } from '@balcao/shared/features/connections/calls.ts';
import { createQueue, deleteQueue, updateQueue } from '@balcao/shared/features/queues/calls.ts';
import { createQuickMessage, updateQuickMessage } from '@balcao/shared/features/quick-messages/calls.ts';
import {
  createSchedule,
  deleteSchedule,
  listSchedules,
  updateSchedule,
} from '@balcao/shared/features/schedules/calls.ts';
import { listSettings, updateSetting } from '@balcao/shared/features/settings/calls.ts';
import { SETTING_KEYS, SETTINGS } from '@balcao/shared/features/settings/rules.ts';
import { createTag, deleteTag } from '@balcao/shared/features/tags/calls.ts';
import { deleteTicket, listTickets, updateTicket } from '@balcao/shared/features/tickets/calls.ts';
import { listUsers } from '@balcao/shared/features/users/calls.ts';
import { DEFAULT_BUSINESS_HOURS } from '@balcao/shared/time/business-hours.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from './api.ts';
import { type CompanyFixture, createCompany, createTicket, createUser, givePlan } from './fixtures.ts';

/** A supervisor runs the service of a company, and nothing of the company itself. */

let api: TestApi;
let company: CompanyFixture;
let token: string;
let ana: string;

beforeAll(async () => {
  api = await startApi();
  const { admin } = api.database;
  company = await createCompany(admin, 'Padaria');
  await givePlan(admin, company.companyId);
  const { id, ...person } = await createUser(admin, company.companyId, 'Sueli', [], {
    profile: 'supervisor',
  });
  [token, ana] = [await api.signIn({ id, ...person }), await api.signIn(company.ana)];
});
afterAll(() => api.stop());

it('sees every ticket, and takes one over from a colleague', async () => {
  const { admin } = api.database;
  const open = await createTicket(admin, company, { userId: company.ana.id, name: 'Em atendimento' });
  await createTicket(admin, company, { queueId: company.queues.sales, name: 'Na fila' });
  await createTicket(admin, company, { queueId: null, name: 'Sem fila' });
  const { tickets } = await api.call(listTickets, { query: { showAll: 'true' }, token });
  expect(tickets.map(({ contact }) => contact.name).toSorted()).toEqual([
    'Em atendimento',
    'Na fila',
    'Sem fila',
  ]);
  await api.call(updateTicket, { params: { ticketId: open.id }, body: { status: 'closed' }, token });
  await api.refused('ERR_NO_PERMISSION', deleteTicket, { params: { ticketId: open.id }, token });
});

it('configures queues, lanes and what colleagues say to everybody', async () => {
  const queue = await api.call(createQueue, { body: { name: 'Trocas', color: '#2f9e44' }, token });
  const params = { queueId: queue.id };
  expect(await api.call(updateQueue, { params, body: { token: 'erp-7' }, token })).toMatchObject({
    token: 'erp-7',
  });
  await api.call(deleteQueue, { params, token });
  const lane = await api.call(createTag, { body: { name: 'Novo', color: '#2f9e44', kanban: 1 }, token });
  await api.call(deleteTag, { params: { tagId: lane.id }, token });
  const body = { shortcode: 'oi', message: 'Olá', geral: true };
  const quick = await api.call(createQuickMessage, { body, token: ana });
  const changed = { params: { quickMessageId: quick.id }, body: { message: 'Bom dia' }, token };
  expect(await api.call(updateQuickMessage, changed)).toMatchObject({ message: 'Bom dia' });
});

it('manages everybody’s schedules', async () => {
  const { contactId } = await createTicket(api.database.admin, company, { userId: company.ana.id });
  const body = { contactId, body: 'Olá de novo', sendAt: '2040-03-02T15:00:00.000Z' };
  const { id } = await api.call(createSchedule, { body, token: ana });
  expect((await api.call(listSchedules, { token })).schedules.map((schedule) => schedule.id)).toEqual([id]);
  const params = { scheduleId: id };
  await api.call(updateSchedule, { params, body: { body: 'Até amanhã' }, token });
  await api.call(deleteSchedule, { params, token });
});

it('sets how customers are served and when, and sees of the other options what every agent sees', async () => {
  const service = {
    userRating: 'enabled',
    ratingScale: 'stars',
    ratingComment: 'enabled',
    call: 'disabled',
    CheckMsgIsGroup: 'disabled',
    sendGreetingAccepted: 'enabled',
    sendMsgTransfTicket: 'enabled',
    scheduleType: 'company',
    synonyms: 'frete, envio',
  };
  for (const key of SETTING_KEYS) {
    const value = (service as Record<string, string>)[key];
    const call = { params: { key }, body: { value: value ?? SETTINGS[key].initial }, token };
    if (value) expect(await api.call(updateSetting, call)).toEqual({ key, value });
    else await api.refused('ERR_NO_PERMISSION', updateSetting, call);
  }
  expect(await api.call(listSettings, { token })).toEqual(await api.call(listSettings, { token: ana }));
  const hours = { params: { companyId: company.companyId }, body: { schedules: DEFAULT_BUSINESS_HOURS } };
  expect(await api.call(updateSchedules, { ...hours, token })).toMatchObject({ id: company.companyId });
  await api.refused('ERR_NO_PERMISSION', updateSchedules, { ...hours, token: ana });
});

it('leaves people, connections and the log to admins', async () => {
  await api.refused('ERR_NO_PERMISSION', listUsers, { token });
  await api.refused('ERR_NO_PERMISSION', listAudit, { token });
  await api.refused('ERR_NO_PERMISSION', updateConnection, {
    params: { connectionId: company.connectionId },
    body: { name: 'Outro' },
    token,
  });
  await api.database.admin`update connections set qrcode = 'QR' where id = ${company.connectionId}`;
  expect(await api.call(listConnections, { token })).toMatchObject([{ qrcode: null }]);
});
