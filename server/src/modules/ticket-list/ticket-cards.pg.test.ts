import type { Actor } from '@balcao/shared/contract/roles.ts';
import { listCards } from '@balcao/shared/features/kanban/calls.ts';
import * as tags from '@balcao/shared/features/tags/calls.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import {
  type CompanyFixture,
  createCompany,
  createTicket,
  createUser,
  givePlan,
} from '../../../test/fixtures.ts';
import { tagCommands } from '../tags/tags.commands.ts';
import { createTicketTagsService } from '../tags/ticket-tags.service.ts';

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
  company = await createCompany(api.database.admin, `Quadro ${++companies}`);
  await givePlan(api.database.admin, company.companyId);
  [admin, ana] = [await api.signIn(company.admin), await api.signIn(company.ana)];
});

const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);

async function lane(name: string): Promise<number> {
  const body = { name, color: '#0c8599', kanban: 1 as const };
  return (await api.call(tags.createTag, { body, token: admin })).id;
}

describe('a card', () => {
  let ticketId: number;
  let plain: number;
  let lanes: [number, number];
  beforeEach(async () => {
    ticketId = (await createTicket(api.database.admin, company, { userId: company.ana.id })).id;
    const body = { name: 'VIP', color: '#0c8599' };
    plain = (await api.call(tags.createTag, { body, token: ana })).id;
    lanes = [await lane('Cotado'), await lane('Vendido')];
    await api.call(tags.syncTags, { body: { ticketId, tags: [plain, lanes[0]] }, token: ana });
  });

  const move = (body: { tagId: number | null; from?: number | null }, token = ana) =>
    api.call(tags.moveTicketToLane, { params: { ticketId }, body, token });
  const refuse = (code: Parameters<TestApi['refused']>[0], body: object, token = ana) =>
    api.refused(code, tags.moveTicketToLane, { params: { ticketId }, body, token });

  it('moves in one step, which one event of the conversation tells, and its other tags stay', async () => {
    const [from, to] = lanes;
    expect(ids(await move({ tagId: to, from }))).toEqual([plain, to]);
    const events = await api.database.admin`
      select body::jsonb as told from messages where ticket_id = ${ticketId} and media_type = 'event'
      order by created_at desc, id desc limit 1`;
    expect(events[0]?.told).toMatchObject({ kind: 'tagged', added: ['Vendido'], removed: ['Cotado'] });
    expect(ids(await move({ tagId: null, from: to }))).toEqual([plain]);
    expect(ids(await move({ tagId: from }))).toEqual([plain, from]);
  });

  it('stays where the first of two people put it, and tells the second where that is', async () => {
    const [from, to] = lanes;
    const third = await lane('Perdido');
    await move({ tagId: to, from }, admin);
    expect((await refuse('ERR_CARD_MOVED', { tagId: third, from })).params).toEqual({ name: 'Vendido' });
    // Both wanted the same, or it was said twice.
    expect(ids(await move({ tagId: to, from }))).toEqual([plain, to]);
    await move({ tagId: null, from: to }, admin);
    expect((await refuse('ERR_CARD_MOVED', { tagId: third, from: to })).params).toBeUndefined();
  });

  it('ends in one lane when two people drag it at the same moment', async () => {
    const [from, to] = lanes;
    const third = await lane('Perdido');
    const answers = await Promise.allSettled([
      move({ tagId: to, from }),
      move({ tagId: third, from }, admin),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const now = await api.call(tags.syncTags, { body: { ticketId, tags: [plain] }, token: ana });
    expect(ids(now)).toEqual([plain]);
  });

  it('stays when its lane is deleted under it, and leaves one that was deleted behind it', async () => {
    const [from, to] = lanes;
    await api.call(tags.deleteTag, { params: { tagId: to }, token: admin });
    await refuse('ERR_NO_LANE_FOUND', { tagId: to, from });
    await refuse('ERR_NO_LANE_FOUND', { tagId: plain, from });
    const third = await lane('Perdido');
    await api.call(tags.deleteTag, { params: { tagId: from }, token: admin });
    expect(ids(await move({ tagId: third, from }))).toEqual([plain, third]);
  });

  it('is moved from an outbox too only with the plan', async () => {
    const { companyId, queues } = company;
    const actor: Actor = {
      ...{ companyId, userId: company.ana.id, profile: 'user', super: false, allTicket: false },
      queueIds: [queues.support],
    };
    const [, to] = lanes;
    const { 'ticket.moveToLane': moveToLane } = tagCommands({
      ticketTags: createTicketTagsService({ clock: () => new Date() }),
    });
    const command = () =>
      api.db.withCompany(companyId, (tx) => moveToLane(tx, actor, { ticketId, tagId: to }));
    await api.database.admin`update companies set plan_id = null where id = ${companyId}`;
    await expect(command()).rejects.toMatchObject({ code: 'ERR_PLAN_FEATURE_OFF' });
    await givePlan(api.database.admin, companyId);
    expect(await command()).toMatchObject([{ id: plain }, { id: to }]);
  });

  it('is moved by those alone who may act on the ticket', async () => {
    const [, to] = lanes;
    const caio = await createUser(api.database.admin, company.companyId, 'Caio', [company.queues.support]);
    const told = await refuse('ERR_OTHER_OPEN_TICKET', { tagId: to }, await api.signIn(caio));
    expect(told.params).toEqual({ name: 'Ana' });
    await refuse('ERR_TICKET_FOREIGN_QUEUE', { tagId: to }, await api.signIn(company.bruno));
    expect(ids(await move({ tagId: to }, admin))).toEqual([plain, to]);
    await refuse('ERR_VALIDATION', { tagId: 'x' });
    await refuse('ERR_VALIDATION', {});
  });
});

describe('the lanes', () => {
  it('stand as admins and supervisors have put them, new ones behind', async () => {
    const [one, two, three] = [await lane('Cotado'), await lane('Vendido'), await lane('Perdido')];
    const order = async (tagIds: number[]) =>
      ids((await api.call(tags.orderKanbanTags, { body: { tagIds }, token: admin })).lista);
    expect(await order([three, one, two])).toEqual([three, one, two]);
    expect(await order([two, two])).toEqual([two, three, one]);
    const late = await lane('Arquivado');
    expect(ids((await api.call(tags.listKanbanTags, { token: ana })).lista)).toEqual([two, three, one, late]);
    const other = await createCompany(api.database.admin, `Outra ${companies}`);
    const [foreign] = await api.database.admin`
      insert into tags (company_id, name, color, kanban) values (${other.companyId}, 'Sua', '#0c8599', 1)
      returning id::int`;
    for (const tagIds of [[one, foreign?.id], [987_654]])
      await api.refused('ERR_NO_LANE_FOUND', tags.orderKanbanTags, { body: { tagIds }, token: admin });
    await api.refused('ERR_NO_PERMISSION', tags.orderKanbanTags, { body: { tagIds: [one] }, token: ana });
    expect(ids((await api.call(tags.listKanbanTags, { token: ana })).lista)).toEqual([two, three, one, late]);
  });
});

describe('the board', () => {
  const cards = async (query: Record<string, string>, token = ana) => api.call(listCards, { query, token });

  it('has the caller’s own and the waiting tickets, and for those who see all what they choose', async () => {
    const { admin: database } = api.database;
    const own = await createTicket(database, company, { userId: company.ana.id });
    const waiting = await createTicket(database, company, { status: 'pending' });
    const bosses = await createTicket(database, company, { userId: company.admin.id });
    await createTicket(database, company, { status: 'closed', userId: company.ana.id });
    const cotado = await lane('Cotado');
    await api.call(tags.addTicketTag, { params: { ticketId: own.id, tagId: cotado }, token: ana });

    const { tickets, next } = await cards({});
    expect(next).toBeNull();
    expect(ids(tickets).toSorted()).toEqual([own.id, waiting.id].toSorted());
    expect(tickets.find(({ id }) => id === own.id)).toEqual({
      id: own.id,
      uuid: expect.any(String),
      lastMessage: expect.any(String),
      contact: {
        id: expect.any(Number),
        name: expect.any(String),
        number: expect.any(String),
        email: expect.any(String),
        profilePicUrl: null,
      },
      tags: [{ id: cotado, name: 'Cotado', color: '#0c8599', kanban: 1, kanbanOrder: null }],
    });
    const of = (...users: number[]) => ({ users: JSON.stringify(users) });
    expect(ids((await cards(of(company.admin.id), admin)).tickets)).toEqual([bosses.id]);
    expect(ids((await cards(of(company.ana.id))).tickets)).toEqual([own.id]);
    await api.refused('ERR_NO_PERMISSION', listCards, { query: of(company.admin.id), token: ana });
    expect(ids((await cards({ queueIds: JSON.stringify([company.queues.sales]) })).tickets)).toEqual([]);
    await api.refused('ERR_VALIDATION', listCards, { query: { queueIds: '1' }, token: ana });
  });

  it('has no end at forty cards, and goes on behind any of them', async () => {
    const { id } = await createTicket(api.database.admin, company, { userId: company.ana.id });
    await api.database.admin`
      insert into contacts (company_id, name, number)
      select ${company.companyId}, 'Cliente ' || n, (5511900000000 + n)::text from generate_series(1, 50) n`;
    await api.database.admin`
      insert into tickets (company_id, contact_id, connection_id, queue_id, user_id, status, last_message_at)
      select t.company_id, c.id, t.connection_id, t.queue_id, t.user_id, 'open', '2026-01-01T12:00:00Z'
      from tickets t join contacts c on c.company_id = t.company_id and c.name like 'Cliente %' where t.id = ${id}`;
    const all = ids((await cards({})).tickets);
    expect(all).toHaveLength(51);
    const behind = await cards({ after: JSON.stringify(['2026-01-01T12:00:00Z', all[10]]) });
    expect(ids(behind.tickets)).toEqual(all.slice(11));
  });
});
