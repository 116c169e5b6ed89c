import type { ErrorCode } from '@balcao/shared/errors.ts';
import * as contracts from '@balcao/shared/features/tags/calls.ts';
import { getTicket, listTickets } from '@balcao/shared/features/tickets/calls.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import {
  type CompanyFixture,
  createCompany,
  createTicket,
  createUser,
  givePlan,
} from '../../../test/fixtures.ts';

let api: TestApi;
let company: CompanyFixture;
let admin: string;
let ana: string;
let companies = 0;

beforeAll(async () => {
  api = await startApi();
  await createCompany(api.database.admin, 'Operator');
});
afterAll(() => api.stop());
beforeEach(async () => {
  company = await createCompany(api.database.admin, `Loja ${++companies}`);
  await givePlan(api.database.admin, company.companyId);
  [admin, ana] = [await api.signIn(company.admin), await api.signIn(company.ana)];
});

const create = (name: string, more: object = {}, token = ana) =>
  api.call(contracts.createTag, { body: { name, color: '#ABC', ...more }, token });
const refuse = (code: ErrorCode, body: object, token = ana) =>
  api.refused(code, contracts.createTag, { body, token });

describe('tags', () => {
  it('are everybody’s to make and to change, with names of at least three characters, each once', async () => {
    const tag = await create(' Cliente novo ');
    expect(tag).toEqual({
      id: expect.any(Number),
      name: 'Cliente novo',
      color: '#abc',
      kanban: 0,
      kanbanOrder: null,
      userId: company.ana.id,
      ticketsCount: 0,
    });
    for (const bad of [
      { name: 'ab', color: '#abc' },
      { name: 'abc' },
      { name: 'abc', color: 'x' },
      { name: 'a'.repeat(256), color: '#abc' },
    ])
      await refuse('ERR_VALIDATION', bad);
    await refuse('ERR_TAG_NAME_TAKEN', { name: 'CLIENTE NÓVO', color: '#abc' });
    const params = { tagId: tag.id };
    const changed = await api.call(contracts.updateTag, {
      params,
      body: { name: 'Cliente fiel' },
      token: admin,
    });
    expect(changed).toMatchObject({ name: 'Cliente fiel', color: '#abc', userId: company.ana.id });
    expect(await api.call(contracts.getTag, { params, token: ana })).toEqual(changed);
    await api.call(contracts.deleteTag, { params, token: ana });
    await api.refused('ERR_NO_TAG_FOUND', contracts.getTag, { params, token: ana });
  });

  it('become lanes of the kanban board only by admins and supervisors', async () => {
    await refuse('ERR_NO_PERMISSION', { name: 'Raia', color: '#abc', kanban: 1 });
    const supervisor = await api.signIn(
      await createUser(api.database.admin, company.companyId, 'Sara', [], { profile: 'supervisor' }),
    );
    const lane = await create('Raia', { kanban: 1 }, supervisor);
    const tag = await create('Simples');
    const change = (tagId: number, body: object) => ({ params: { tagId }, body, token: ana });
    await api.refused('ERR_NO_PERMISSION', contracts.updateTag, change(tag.id, { kanban: 1 }));
    await api.refused('ERR_NO_PERMISSION', contracts.updateTag, change(lane.id, { kanban: 0 }));
    await api.refused('ERR_NO_PERMISSION', contracts.deleteTag, { params: { tagId: lane.id }, token: ana });
    expect(await api.call(contracts.updateTag, change(lane.id, { kanban: 1, color: 'red' }))).toMatchObject({
      color: 'red',
    });
    const [plan] = await api.database.admin`insert into plans (name) values ('Com kanban') returning id`;
    await api.database.admin`update companies set plan_id = ${plan?.id} where id = ${company.companyId}`;
    api.advance(2_000);
    const { lista } = await api.call(contracts.listKanbanTags, { token: ana });
    expect(lista).toEqual([{ id: lane.id, name: 'Raia', color: 'red', kanban: 1, kanbanOrder: null }]);
    const all = await api.call(contracts.listAllTags, { token: ana });
    expect(all.map(({ name }) => name)).toEqual(['Raia', 'Simples']);
  });

  it('are listed by name, page by page, found by a part of it, with the number of their tickets', async () => {
    await api.database.admin`insert into tags (company_id, name, color)
      select ${company.companyId}, 'Etiqueta ' || lpad(n::text, 3, '0'), '#123' from generate_series(1, 45) n`;
    const query = (search: Record<string, string>) =>
      api.call(contracts.listTags, { query: search, token: ana });
    const first = await query({});
    const second = await query({ pageNumber: '2' });
    expect([first.tags.length, first.hasMore, second.tags.length, second.hasMore]).toEqual([
      40,
      true,
      5,
      false,
    ]);
    expect([...first.tags, ...second.tags].map(({ name }) => name)).toEqual(
      Array.from({ length: 45 }, (_, index) => `Etiqueta ${String(index + 1).padStart(3, '0')}`),
    );
    const ticket = await createTicket(api.database.admin, company);
    const [tag] = first.tags;
    await api.call(contracts.addTicketTag, { params: { ticketId: ticket.id, tagId: tag?.id }, token: ana });
    expect((await query({ searchParam: 'quetá 001', companyId: '1' })).tags).toEqual([
      { ...tag, ticketsCount: 1 },
    ]);
    expect((await query({ searchParam: '%' })).tags).toEqual([]);
  });
});

describe('the tags of a ticket', () => {
  let ticketId: number;
  let tags: number[];
  beforeEach(async () => {
    ticketId = (await createTicket(api.database.admin, company, { userId: company.ana.id })).id;
    tags = [];
    for (const name of ['Um', 'Dois', 'Três'].map((word) => `${word} etc`))
      tags.push((await create(name)).id);
    await api.database.admin`update tags set kanban = 1 where id = any (${tags.slice(1)})`;
  });
  const sync = (tags: number[], token = ana) =>
    api.call(contracts.syncTags, { body: { ticketId, tags }, token });
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);

  it('are what was said last, and stand in the ticket', async () => {
    const [one = 0, two = 0, three = 0] = tags;
    expect(ids(await sync([two, one, two]))).toEqual([one, two]);
    expect(ids(await sync([three, two]))).toEqual([two, three]);
    const ticket = await api.call(getTicket, { params: { ticketId }, token: ana });
    expect(ticket.tags).toEqual([
      { id: two, name: 'Dois etc', color: '#abc', kanban: 1, kanbanOrder: null },
      { id: three, name: 'Três etc', color: '#abc', kanban: 1, kanbanOrder: null },
    ]);
    const { tickets } = await api.call(listTickets, { query: { showAll: 'true' }, token: admin });
    expect(tickets[0]?.tags).toEqual(ticket.tags);
    const told = await api.database.admin`
      select body::jsonb as event, user_id::int from messages where ticket_id = ${ticketId} and media_type = 'event'
      order by created_at, id`;
    expect(told.map(({ event }) => event)).toEqual([
      { kind: 'tagged', by: 'Ana', added: ['Um etc', 'Dois etc'], removed: [] },
      { kind: 'tagged', by: 'Ana', added: ['Três etc'], removed: ['Um etc'] },
    ]);
    expect(told.map((row) => row.user_id)).toEqual([company.ana.id, company.ana.id]);
    await api.call(contracts.deleteTag, { params: { tagId: three }, token: admin });
    expect(ids((await api.call(getTicket, { params: { ticketId }, token: ana })).tags)).toEqual([two]);
  });

  it('move over the kanban board by two calls, and other tags stay', async () => {
    const [plain = 0, lane = 0, next = 0] = tags;
    await sync([plain, lane]);
    const leave = { params: { ticketId }, token: ana };
    expect(ids(await api.call(contracts.removeTicketLane, leave))).toEqual([plain]);
    const put = { params: { ticketId, tagId: next }, token: ana };
    expect(ids(await api.call(contracts.addTicketTag, put))).toEqual([plain, next]);
    expect(ids(await api.call(contracts.addTicketTag, put))).toEqual([plain, next]);
  });

  it('are for those who may act on the ticket, and known tags only', async () => {
    const body = (more: object = {}) => ({ ticketId, tags, ...more });
    await api.refused('ERR_NO_TAG_FOUND', contracts.syncTags, {
      body: body({ tags: [999_999] }),
      token: ana,
    });
    const bruno = await api.signIn(company.bruno);
    await api.refused('ERR_TICKET_FOREIGN_QUEUE', contracts.syncTags, { body: body(), token: bruno });
    const colleague = await api.signIn(
      await createUser(api.database.admin, company.companyId, 'Caio', [company.queues.support]),
    );
    const told = await api.refused('ERR_OTHER_OPEN_TICKET', contracts.syncTags, {
      body: body(),
      token: colleague,
    });
    expect(told.params).toEqual({ name: 'Ana' });
    expect(ids(await sync(tags, admin))).toEqual(tags);
    await api.refused('ERR_VALIDATION', contracts.syncTags, {
      body: body({ tags: Array.from({ length: 51 }, (_, index) => index + 1) }),
      token: ana,
    });
  });
});
