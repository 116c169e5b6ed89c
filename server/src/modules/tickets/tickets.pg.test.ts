import { listMessages, sendMessage } from '@balcao/shared/api/messages.ts';
import {
  countTickets,
  createTicket as createTicketRoute,
  deleteTicket,
  getTicket,
  getTicketByUuid,
  listTickets,
  markTicketRead,
  updateTicket,
} from '@balcao/shared/api/tickets.ts';
import type { TicketEvent } from '@balcao/shared/domain/ticket-event.ts';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import type { TicketStatus } from '@balcao/shared/model/ticket.ts';
import type { Actor } from '@balcao/shared/permissions.ts';
import type postgres from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import {
  type CompanyFixture,
  createCompany,
  createTicket,
  createUser,
  type TicketFixture,
  type UserFixture,
} from '../../../test/fixtures.ts';
import { lookedAt, since } from '../../../test/looked-at.ts';
import type { Tx } from '../../platform/db/client.ts';
import { addMessage } from '../../sync/testing/data.ts';
import type { TicketFilter } from '../ticket-list/ticket-filter.repo.ts';
import { countViews, listViews } from '../ticket-list/ticket-views.repo.ts';
import { createTicketsService } from './tickets.service.ts';

let api: TestApi;
let company: CompanyFixture;
/** A second agent of Ana's queue. */
let carla: UserFixture;
let tokens: Record<'admin' | 'ana' | 'bruno' | 'carla', string>;

beforeAll(async () => {
  api = await startApi();
  company = await createCompany(api.database.admin, 'Padaria');
  carla = await createUser(api.database.admin, company.companyId, 'Carla', [company.queues.support]);
  tokens = {
    admin: await api.signIn(company.admin),
    ana: await api.signIn(company.ana),
    bruno: await api.signIn(company.bruno),
    carla: await api.signIn(carla),
  };
});
afterAll(() => api.stop());

/** Asks while what it needs is deleted in a transaction that commits only then. */
async function duringDeletion(
  remove: (tx: postgres.TransactionSql) => Promise<unknown>,
  ask: () => Promise<unknown>,
): Promise<void> {
  const { admin } = api.database;
  const { answer } = await admin.begin(async (tx) => {
    await remove(tx);
    const answer = ask();
    await expect
      .poll(
        () =>
          admin`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      .toHaveLength(1);
    return { answer };
  });
  await answer;
}

const ticket = (options?: Parameters<typeof createTicket>[2]) =>
  createTicket(api.database.admin, company, options);
const set = (who: keyof typeof tokens, { id }: TicketFixture, status: TicketStatus) => ({
  params: { ticketId: id },
  body: { status },
  token: tokens[who],
});
const stored = async ({ id }: TicketFixture) => {
  const [row] = await api.database.admin`
    select status, user_id::int, unread_messages,
      (select count(*)::int from messages m where m.ticket_id = t.id and not m.from_me and not m.read) as unread
    from tickets t where id = ${id}`;
  return row;
};
const cycles = ({ id }: TicketFixture) => api.database.admin`
  select user_id::int, started_at is not null as started, finished_at is not null as finished
  from ticket_tracking where ticket_id = ${id} order by id`;
const told = async ({ id }: TicketFixture) => {
  const rows = await api.database.admin<{ body: string }[]>`
    select body from messages where ticket_id = ${id} and media_type = 'event' order by created_at, id`;
  return rows.map(({ body }) => JSON.parse(body) as TicketEvent);
};
const actor = (user: UserFixture, profile: Actor['profile'] = 'user'): Actor => ({
  companyId: company.companyId,
  userId: user.id,
  profile,
  super: false,
  allTicket: false,
  queueIds: [company.queues.support],
});

describe('accepting', () => {
  it('gives the ticket to exactly one of two agents who accept it twenty times at once', async () => {
    for (let round = 0; round < 3; round++) {
      const target = await ticket();
      const attempts = Array.from({ length: 20 }, (_, index) =>
        api.send(updateTicket, set(index % 2 ? 'ana' : 'carla', target, 'open')),
      );
      const answers = await Promise.all(attempts);
      const row = await stored(target);
      expect([company.ana.id, carla.id]).toContain(row?.user_id);
      const winner = row?.user_id === company.ana.id ? 'Ana' : 'Carla';
      for (const [index, answer] of answers.entries()) {
        if ((index % 2 ? 'Ana' : 'Carla') === winner) expect(answer.statusCode, answer.body).toBe(200);
        else
          expect(answer.json()).toMatchObject({ error: 'ERR_OTHER_OPEN_TICKET', params: { name: winner } });
      }
      expect(await cycles(target)).toEqual([{ user_id: row?.user_id, started: true, finished: false }]);
      // Reading is explicit.
      expect(row).toMatchObject({ status: 'open', unread_messages: 1, unread: 1 });
    }
  });

  it('is for those who see the queue', async () => {
    const target = await ticket();
    await api.refused('ERR_TICKET_FOREIGN_QUEUE', updateTicket, set('bruno', target, 'open'));
    await api.refused('ERR_TICKET_FOREIGN_QUEUE', getTicket, {
      params: { ticketId: target.id },
      token: tokens.bruno,
    });
    await api.refused('ERR_TICKET_FOREIGN_QUEUE', getTicketByUuid, {
      params: { uuid: target.uuid },
      token: tokens.bruno,
    });
    const unassigned = await ticket({ queueId: null });
    await api.refused('ERR_TICKET_FOREIGN_QUEUE', updateTicket, set('ana', unassigned, 'open'));
    expect(await api.call(updateTicket, set('admin', unassigned, 'open'))).toMatchObject({
      status: 'open',
      user: { id: company.admin.id, name: 'Admin' },
    });
  });

  it('refuses a closed ticket as a command, because it would begin a new cycle unasked', async () => {
    const target = await ticket({ status: 'closed' });
    const service = createTicketsService({ clock: api.deps.clock });
    const accept = api.db.withCompany(company.companyId, (tx) =>
      service.accept(tx, actor(company.ana), target.id),
    );
    await expect(accept).rejects.toMatchObject({ code: 'ERR_TICKET_NOT_PENDING' });
  });
});

describe('closing, reopening and returning', () => {
  it("leaves a colleague's open ticket alone, except for those who may take over", async () => {
    const target = await ticket({ userId: company.ana.id });
    for (const status of ['closed', 'pending', 'open'] as const) {
      const refused = await api.refused('ERR_OTHER_OPEN_TICKET', updateTicket, set('carla', target, status));
      expect(refused.params).toEqual({ name: 'Ana' });
    }
    expect(await api.call(updateTicket, set('admin', target, 'closed'))).toMatchObject({ status: 'closed' });
    expect(await cycles(target)).toEqual([{ user_id: company.admin.id, started: false, finished: true }]);
    expect(await stored(target)).toMatchObject({ user_id: company.ana.id });
  });

  it('makes a ticket that nobody had taken one of whoever closes it', async () => {
    const target = await ticket();
    for (const who of ['ana', 'carla'] as const) await api.call(updateTicket, set(who, target, 'closed'));
    expect(await stored(target)).toMatchObject({ status: 'closed', user_id: company.ana.id });
    expect(await cycles(target)).toEqual([{ user_id: company.ana.id, started: false, finished: true }]);
    for (const [who, listed] of [
      ['ana', 1],
      ['carla', 0],
    ] as const) {
      const list = await api.call(listTickets, { query: { status: 'closed' }, token: tokens[who] });
      expect(list.tickets.filter(({ id }) => id === target.id)).toHaveLength(listed);
    }
  });

  it('is harmless when repeated', async () => {
    const target = await ticket({ userId: company.ana.id });
    for (let time = 0; time < 2; time++) await api.call(updateTicket, set('ana', target, 'closed'));
    expect(await stored(target)).toMatchObject({ status: 'closed', unread_messages: 0, unread: 0 });
    for (let time = 0; time < 2; time++) await api.call(updateTicket, set('carla', target, 'open'));
    expect(await cycles(target)).toEqual([
      { user_id: company.ana.id, started: false, finished: true },
      { user_id: carla.id, started: true, finished: false },
    ]);
    for (let time = 0; time < 2; time++) await api.call(updateTicket, set('carla', target, 'pending'));
    expect(await stored(target)).toMatchObject({ status: 'pending', user_id: null });
    expect(await cycles(target)).toHaveLength(2);
    const closed = await ticket({ status: 'closed' });
    await api.refused('ERR_TICKET_CLOSED', updateTicket, set('ana', closed, 'pending'));
  });

  it("names who has the contact's other ticket when a closed one is reopened", async () => {
    const old = await ticket({ status: 'closed' });
    const current = await ticket({ userId: carla.id });
    await api.database.admin`update tickets set contact_id = ${old.contactId} where id = ${current.id}`;
    const refused = await api.refused('ERR_OTHER_OPEN_TICKET', updateTicket, set('ana', old, 'open'));
    expect(refused.params).toEqual({ name: 'Carla' });
    expect(await stored(old)).toMatchObject({ status: 'closed' });
  });
});

describe('what answers while a ticket waits', () => {
  it('is kept for a waiting ticket, and ended by accepting, transferring and closing, whatever they say', async () => {
    const bot = { useIntegration: true, promptId: 7, integrationId: 8 };
    const none = { useIntegration: false, promptId: null, integrationId: null };
    const target = await ticket();
    const put = async (body: object, who: keyof typeof tokens = 'ana') => {
      // Nothing chooses a prompt or an integration yet.
      await api.database.admin`update tickets set prompt_id = 7, integration_id = 8, use_integration = true
        where id = ${target.id}`;
      return api.call(updateTicket, { params: { ticketId: target.id }, body, token: tokens[who] });
    };
    expect(await put({ useIntegration: true })).toMatchObject(bot);
    expect(await put({ promptId: null })).toMatchObject({ ...bot, promptId: null });
    expect(await put({ useIntegration: false, promptId: null, integrationId: null })).toMatchObject(none);
    const on = { useIntegration: true };
    expect(await put({ status: 'open', ...on })).toMatchObject({ status: 'open', ...none });
    const call = { params: { ticketId: target.id }, body: on, token: tokens.ana };
    await api.refused('ERR_TICKET_NOT_PENDING', updateTicket, call);
    expect(await put({ status: 'pending', ...on })).toMatchObject({ status: 'pending', ...bot });
    expect(await put({ queueId: company.queues.sales })).toMatchObject({ status: 'pending', ...none });
    expect(await put({ status: 'closed', ...on }, 'admin')).toMatchObject({ status: 'closed', ...none });
  });
});

describe('transferring', () => {
  const transfer = (
    who: keyof typeof tokens,
    { id }: TicketFixture,
    body: { userId?: number; queueId?: number; status?: TicketStatus },
  ) => ({ params: { ticketId: id }, body, token: tokens[who] });

  it('gives the ticket to an agent, to a queue, or to an agent in a queue', async () => {
    const target = await ticket({ userId: company.ana.id });
    expect(
      await api.call(updateTicket, transfer('ana', target, { userId: carla.id, status: 'open' })),
    ).toMatchObject({ status: 'open', userId: carla.id, queueId: company.queues.support });
    expect(
      await api.call(updateTicket, transfer('carla', target, { queueId: company.queues.sales })),
    ).toMatchObject({ status: 'pending', userId: null, queueId: company.queues.sales });
    const both = { userId: company.ana.id, queueId: company.queues.support };
    expect(await api.call(updateTicket, transfer('bruno', target, both))).toMatchObject({
      status: 'open',
      ...both,
    });
    // Reading is explicit: nobody has.
    expect(await stored(target)).toMatchObject({ unread_messages: 1, unread: 1 });
    expect(await cycles(target)).toEqual([{ user_id: company.ana.id, started: true, finished: false }]);
    expect(await told(target)).toEqual([
      {
        kind: 'transferred',
        by: 'Ana',
        fromUser: 'Ana',
        toUser: 'Carla',
        fromQueue: 'Suporte',
        toQueue: 'Suporte',
      },
      {
        kind: 'transferred',
        by: 'Carla',
        fromUser: 'Carla',
        toUser: null,
        fromQueue: 'Suporte',
        toQueue: 'Vendas',
      },
      {
        kind: 'transferred',
        by: 'Bruno',
        fromUser: null,
        toUser: 'Ana',
        fromQueue: 'Vendas',
        toQueue: 'Suporte',
      },
    ]);
  });

  it('goes to no queue that is deleted in this moment', async () => {
    const target = await ticket({ userId: company.ana.id });
    const { admin } = api.database;
    const [queue] = await admin<{ id: string }[]>`
      insert into queues (company_id, name, color) values (${company.companyId}, 'Brief', '#121212') returning id`;
    await duringDeletion(
      (tx) => tx`delete from queues where id = ${queue?.id ?? 0}`,
      () =>
        api.refused(
          'ERR_NO_QUEUE_FOUND',
          updateTicket,
          transfer('ana', target, { queueId: Number(queue?.id) }),
        ),
    );
  });

  it('goes to somebody who is there and sees the queue', async () => {
    const target = await ticket({ userId: company.ana.id });
    const refusal = async (code: ErrorCode, body: { userId?: number; queueId?: number }) =>
      (await api.refused(code, updateTicket, transfer('ana', target, body))).params;
    await refusal('ERR_NO_USER_FOUND', { userId: 987_654_321 });
    await refusal('ERR_NO_QUEUE_FOUND', { queueId: 987_654_321 });
    expect(await refusal('ERR_USER_NOT_IN_QUEUE', { userId: company.bruno.id })).toEqual({ name: 'Bruno' });
    const elsewhere = { userId: carla.id, queueId: company.queues.sales };
    expect(await refusal('ERR_USER_NOT_IN_QUEUE', elsewhere)).toEqual({ name: 'Carla' });
    await refusal('ERR_VALIDATION', {});
    expect(await stored(target)).toMatchObject({ status: 'open', user_id: company.ana.id });
    // Who sees every queue may be given any.
    await api.call(updateTicket, transfer('ana', target, { userId: company.admin.id }));
    expect(await stored(target)).toMatchObject({ user_id: company.admin.id });
  });

  it('is for the agent who has it, and of two at once one wins', async () => {
    const target = await ticket({ userId: company.ana.id });
    await api.refused('ERR_OTHER_OPEN_TICKET', updateTicket, transfer('carla', target, { userId: carla.id }));
    for (let round = 0; round < 5; round++) {
      const waiting = await ticket();
      const answers = await Promise.all(
        (['ana', 'carla'] as const).map((who) =>
          api.send(updateTicket, transfer(who, waiting, { queueId: company.queues.sales })),
        ),
      );
      // The second one does not see it any more.
      const [, other] = answers.toSorted((a, b) => a.statusCode - b.statusCode);
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
      expect(other?.json()).toMatchObject({ error: 'ERR_TICKET_FOREIGN_QUEUE' });
      expect(await told(waiting)).toHaveLength(1);
    }
    const closed = await ticket({ status: 'closed' });
    await api.refused('ERR_TICKET_CLOSED', updateTicket, transfer('ana', closed, { userId: carla.id }));
  });

  it('back to its own queue is a return, and repeating either is harmless', async () => {
    const target = await ticket({ userId: company.ana.id });
    for (let time = 0; time < 2; time++)
      await api.call(updateTicket, transfer('ana', target, { queueId: company.queues.support }));
    for (let time = 0; time < 2; time++)
      await api.call(updateTicket, transfer('ana', target, { userId: carla.id }));
    expect((await told(target)).map(({ kind }) => kind)).toEqual(['returned', 'transferred']);
  });
});

it('tells in the conversation what happened to it', async () => {
  const target = await ticket();
  await api.call(updateTicket, set('ana', target, 'open'));
  await api.call(updateTicket, set('ana', target, 'pending'));
  await api.call(updateTicket, set('admin', target, 'closed'));
  await api.call(updateTicket, set('carla', target, 'open'));
  expect(await told(target)).toEqual([
    { kind: 'accepted', by: 'Ana' },
    { kind: 'returned', by: 'Ana', fromUser: 'Ana' },
    { kind: 'closed', by: 'Admin' },
    { kind: 'reopened', by: 'Carla', toUser: 'Carla' },
  ]);
  const page = await api.call(listMessages, { params: { ticketId: target.id }, token: tokens.ana });
  expect(page.messages.map(({ mediaType }) => mediaType)).toEqual(['chat', ...Array(4).fill('event')]);
  // What agents do is no word of the customer's, and no news of the list.
  const [row] = await api.database.admin`select last_message from tickets where id = ${target.id}`;
  expect(row?.last_message).toBe('');
});

describe('beginning a conversation', () => {
  const begin = (who: keyof typeof tokens, body: object) => ({ body, token: tokens[who] });
  const contact = async () => {
    const { id, contactId } = await ticket({ status: 'closed' });
    return { contactId, closedId: id };
  };

  it('opens it with the agent, with a cycle of its own', async () => {
    const { contactId } = await contact();
    const made = await api.call(
      createTicketRoute,
      begin('ana', { contactId, whatsappId: company.connectionId }),
    );
    expect(made).toMatchObject({
      status: 'open',
      userId: company.ana.id,
      queueId: company.queues.support,
      contactId,
      unreadMessages: 0,
    });
    const target = { id: made.id, uuid: made.uuid, contactId };
    expect(await cycles(target)).toEqual([{ user_id: company.ana.id, started: true, finished: false }]);
    expect(await told(target)).toEqual([{ kind: 'started', by: 'Ana' }]);
  });

  it('is refused with a contact who is deleted in this moment', async () => {
    const { contactId } = await contact();
    await duringDeletion(
      (tx) => tx`delete from contacts where id = ${contactId}`,
      () =>
        api.refused(
          'ERR_NO_CONTACT_FOUND',
          createTicketRoute,
          begin('ana', { contactId, whatsappId: company.connectionId }),
        ),
    );
  });

  it('is one conversation, whoever of many begins it at once', async () => {
    for (let round = 0; round < 3; round++) {
      const { contactId } = await contact();
      const body = { contactId, whatsappId: company.connectionId };
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          api.send(createTicketRoute, begin(index % 2 ? 'ana' : 'carla', body)),
        ),
      );
      const [first, ...others] = answers.toSorted((a, b) => a.statusCode - b.statusCode);
      expect(first?.statusCode).toBe(201);
      const made = first?.json<{ uuid: string; user: { name: string } }>();
      for (const other of others)
        expect(other.json()).toMatchObject({
          error: 'ERR_OTHER_OPEN_TICKET',
          params: { name: made?.user.name, ticketUuid: made?.uuid },
        });
    }
  });

  it('leads to the one under way, except those who do not see it', async () => {
    const { contactId } = await contact();
    const body = { contactId, whatsappId: company.connectionId };
    await api.call(createTicketRoute, begin('ana', body));
    await api.database
      .admin`update contacts set added_by = array[${company.bruno.id}::bigint] where id = ${contactId}`;
    const elsewhere = { ...body, queueId: company.queues.sales };
    const refused = await api.refused('ERR_OTHER_OPEN_TICKET', createTicketRoute, begin('bruno', elsewhere));
    expect(refused.params).toEqual({ name: 'Ana' });
  });

  it('takes a connection that is up, and what exists', async () => {
    const { contactId } = await contact();
    await api.refused('ERR_NO_DEF_WAPP_FOUND', createTicketRoute, begin('ana', { contactId }));
    await api.database.admin`update connections set status = 'connected' where id = ${company.connectionId}`;
    const absent = 987_654_321;
    await api.refused('ERR_NO_CONTACT_FOUND', createTicketRoute, begin('ana', { contactId: absent }));
    await api.refused(
      'ERR_NO_WAPP_FOUND',
      createTicketRoute,
      begin('ana', { contactId, whatsappId: absent }),
    );
    await api.refused('ERR_NO_QUEUE_FOUND', createTicketRoute, begin('ana', { contactId, queueId: absent }));
    const foreign = begin('ana', { contactId, queueId: company.queues.sales });
    await api.refused('ERR_TICKET_FOREIGN_QUEUE', createTicketRoute, foreign);
    // Who sees the contact because he made it sees the queue no more for that.
    await api.database
      .admin`update contacts set added_by = array[${company.bruno.id}::bigint] where id = ${contactId}`;
    await api.refused(
      'ERR_TICKET_FOREIGN_QUEUE',
      createTicketRoute,
      begin('bruno', { contactId, status: 'pending' }),
    );
    expect(await api.call(createTicketRoute, begin('ana', { contactId, status: 'pending' }))).toMatchObject({
      status: 'pending',
      userId: null,
      whatsappId: company.connectionId,
    });
    await api.database
      .admin`update connections set status = 'DISCONNECTED' where id = ${company.connectionId}`;
  });
});

it('is deleted by an admin, with everything that was said', async () => {
  const target = await ticket({ userId: company.ana.id });
  const call = (who: keyof typeof tokens) => ({ params: { ticketId: target.id }, token: tokens[who] });
  await api.refused('ERR_NO_PERMISSION', deleteTicket, call('ana'));
  await api.call(deleteTicket, call('admin'));
  await api.refused('ERR_NO_TICKET_FOUND', deleteTicket, call('admin'));
  const left = await api.database.admin`select from messages where ticket_id = ${target.id}`;
  expect(left).toHaveLength(0);
  const [noted] = await api.database.admin`
    select action, entity_name from audit_log where entity = 'ticket' and entity_id = ${String(target.id)}`;
  expect(noted).toEqual({ action: 'delete', entity_name: 'Maria' });
});

describe('reopening', () => {
  it('gives a closed ticket to exactly one of two agents who reopen it twenty times at once', async () => {
    for (let round = 0; round < 3; round++) {
      const target = await ticket({ status: 'closed' });
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          api.send(updateTicket, set(index % 2 ? 'ana' : 'carla', target, 'open')),
        ),
      );
      const { user_id: winner } = (await stored(target)) ?? {};
      for (const [index, answer] of answers.entries()) {
        const isWinner = winner === (index % 2 ? company.ana.id : carla.id);
        expect(answer.statusCode, answer.body).toBe(isWinner ? 200 : 409);
        if (!isWinner) expect(answer.json()).toMatchObject({ error: 'ERR_OTHER_OPEN_TICKET' });
      }
      expect((await told(target)).map(({ kind }) => kind)).toEqual(['reopened']);
    }
  });
});

describe('reading', () => {
  it('tells the customer what somebody has looked at, and nothing by closing', async () => {
    const service = createTicketsService({ clock: api.deps.clock });
    const told = async (target: TicketFixture) => {
      await api.call(updateTicket, set('ana', target, 'closed'));
      expect(await stored(target)).toMatchObject({ unread_messages: 0, unread: 0 });
      const due = await api.database.admin`
        select from read_receipts_due join messages on id = message_id where ticket_id = ${target.id}`;
      return due.count;
    };
    const [read, unread, waiting] = [
      await ticket({ userId: company.ana.id }),
      await ticket({ userId: company.ana.id }),
      await ticket(),
    ];
    await api.database.admin`update messages set wa_id = 'wa' || id where not from_me`;
    await api.db.withCompany(company.companyId, (tx) => service.markRead(tx, actor(company.ana), read.id));
    expect([await told(read), await told(unread), await told(waiting)]).toEqual([1, 0, 0]);
  });

  it('goes as far as the agent has seen, and so does closing', async () => {
    const service = createTicketsService({ clock: api.deps.clock });
    const asAna = <T>(work: (tx: Tx, who: Actor) => Promise<T>) =>
      api.db.withCompany(company.companyId, (tx) => work(tx, actor(company.ana)));
    const target = await ticket({ userId: company.ana.id });
    const [seen] = await api.database.admin<{ at: Date }[]>`
      select max(created_at) as at from messages where ticket_id = ${target.id}`;
    const seenAt = seen?.at.toISOString() ?? '';
    await addMessage(api.db, company, target, 'e mais uma coisa');
    const read = (who: keyof typeof tokens, body?: object) =>
      api.call(markTicketRead, { params: { ticketId: target.id }, body, token: tokens[who] });
    expect(await read('carla')).toMatchObject({ unreadMessages: 2 });
    expect(await read('ana', { seenAt })).toMatchObject({ id: target.id, unreadMessages: 1 });
    expect(await stored(target)).toMatchObject({ unread_messages: 1, unread: 1 });

    const close = (how?: { seenAt: string }) => asAna((tx, who) => service.close(tx, who, target.id, how));
    await expect(close({ seenAt })).rejects.toThrow('ERR_CUSTOMER_WROTE');
    expect(await stored(target)).toMatchObject({ status: 'open', unread_messages: 1 });
    await close();
    expect(await stored(target)).toMatchObject({ status: 'closed', unread_messages: 0, unread: 0 });
  });

  it('counts only for the agent who has the ticket and for those who may take over', async () => {
    const service = createTicketsService({ clock: api.deps.clock });
    const read = (who: Actor, target: TicketFixture) =>
      api.db.withCompany(company.companyId, (tx) => service.markRead(tx, who, target.id));
    const waiting = await ticket();
    await read(actor(company.ana), waiting);
    await read(actor(company.admin, 'admin'), waiting);
    expect(await stored(waiting)).toMatchObject({ unread_messages: 1, unread: 1 });

    const open = await ticket({ userId: company.ana.id });
    await read(actor(carla), open);
    expect(await stored(open)).toMatchObject({ unread_messages: 1, unread: 1 });
    await read(actor(company.ana), open);
    expect(await stored(open)).toMatchObject({ unread_messages: 0, unread: 0 });
  });
});

describe('lists', () => {
  it('show what the agent sees, newest first, page by page', async () => {
    const pages = await createCompany(api.database.admin, 'Pages');
    const token = await api.signIn(pages.ana);
    const make = (options: Parameters<typeof createTicket>[2]) =>
      createTicket(api.database.admin, pages, options);
    for (let index = 0; index < 45; index++) await make({ name: `Cliente ${index}` });
    await make({ queueId: pages.queues.sales, name: 'Foreign' });
    await make({ userId: pages.ana.id, unread: 0 });
    const closed = await make({ status: 'closed', userId: pages.ana.id });
    const list = (query: Record<string, string>) => api.call(listTickets, { query, token });

    const first = await list({ status: 'pending', pageNumber: '1' });
    const second = await list({ status: 'pending', pageNumber: '2' });
    expect([first.tickets.length, first.hasMore, second.tickets.length, second.hasMore]).toEqual([
      40,
      true,
      5,
      false,
    ]);
    const names = [...first.tickets, ...second.tickets].map((row) => row.contact.name);
    expect(names).toEqual(Array.from({ length: 45 }, (_, index) => `Cliente ${44 - index}`));

    const ids = async (query: Record<string, string>) => (await list(query)).tickets.map((row) => row.id);
    const found = [
      await list({ status: 'pending', searchParam: 'cliente' }),
      await list({ status: 'pending', searchParam: 'cliente', pageNumber: '2' }),
    ];
    expect(found).toEqual([first, second]);
    expect(await ids({ searchParam: '%' })).toEqual([]);
    expect(await ids({ status: 'open', withUnreadMessages: 'true' })).toEqual([]);
    expect(await ids({ status: 'closed' })).toEqual([closed.id]);
    expect(await ids({ queueIds: JSON.stringify([pages.queues.sales]) })).toEqual([]);
    expect(await ids({ pageNumber: '999999' })).toEqual([]);

    const [last] = first.tickets.slice(-1);
    const after = JSON.stringify([last?.lastMessageAt, last?.id]);
    // What came meanwhile shifts pages that are counted, not those that go on from a ticket.
    await make({ name: 'Agora' });
    const counted = await list({ status: 'pending', pageNumber: '2' });
    expect(counted.tickets[0]?.id).toBe(last?.id);
    expect(await list({ status: 'pending', after })).toEqual(second);
    expect(await list({ status: 'pending', searchParam: 'cliente', after })).toEqual(second);
    for (const wrong of ['1', '["ontem",1]', '["2026-01-01T00:00:00Z"]', 'x'])
      await api.refused('ERR_VALIDATION', listTickets, { query: { after: wrong } as never, token });
  });

  it('show who waits longest first, also among tickets of every status', async () => {
    const { admin } = api.database;
    const own = await createCompany(admin, 'Waiting');
    const [ana, boss] = [await api.signIn(own.ana), await api.signIn(own.admin)];
    const waits = async (options: Parameters<typeof createTicket>[2], minute: number | null) => {
      const { id } = await createTicket(admin, own, options);
      const since = minute === null ? null : new Date(Date.UTC(2026, 0, 1, 12, minute));
      await admin`update tickets set waiting_since = ${since} where id = ${id}`;
      return id;
    };
    const asked = await waits({ userId: own.ana.id }, 30);
    const first = await waits({}, 10);
    const foreign = await waits({ userId: own.bruno.id, queueId: own.queues.sales }, 5);
    const second = await waits({}, 20);
    const answered = await waits({ userId: own.ana.id, unread: 0 }, null);
    await waits({ status: 'closed', userId: own.ana.id }, null);
    const list = (token: string, query: Record<string, string>) =>
      api.call(listTickets, { query: { sort: 'waiting', ...query } as never, token });
    const ids = async (token: string, query: Record<string, string> = {}) =>
      (await list(token, query)).tickets.map(({ id }) => id);

    expect(await ids(ana)).toEqual([first, second, asked]);
    expect(await ids(boss, { showAll: 'true' })).toEqual([foreign, first, second, asked]);
    expect(await ids(ana, { status: 'pending' })).toEqual([first, second]);
    expect(await ids(ana, { status: 'open' })).toEqual([asked]);
    expect(await ids(ana, { status: 'closed' })).toEqual([]);
    expect(await ids(boss, { showAll: 'true', users: JSON.stringify([own.ana.id]) })).toEqual([asked]);
    expect(await ids(ana, { sort: 'newest', status: 'open' })).toEqual([answered, asked]);
    const after = JSON.stringify(['2026-01-01T12:10:00.000Z', first]);
    expect(await ids(ana, { after })).toEqual([second, asked]);
    expect(await ids(boss, { showAll: 'true', after, withUnreadMessages: 'true' })).toEqual([second, asked]);
  });
});

describe('filters', () => {
  it('add up, and never show more than the list without them', async () => {
    const { admin } = api.database;
    const own = await createCompany(admin, 'Filters');
    const [ana, boss] = [await api.signIn(own.ana), await api.signIn(own.admin)];
    const make = (options: Parameters<typeof createTicket>[2]) => createTicket(admin, own, options);
    const waiting = await make({ unread: 2 });
    const mine = await make({ userId: own.ana.id, unread: 0 });
    const unread = await make({ userId: own.ana.id, unread: 1 });
    const sold = await make({ userId: own.bruno.id, queueId: own.queues.sales });
    const none = await make({ queueId: null });
    const old = await make({ status: 'closed', userId: own.ana.id });
    await admin`update tickets set created_at = '2025-03-01T02:30:00Z', updated_at = '2025-03-02T12:00:00Z',
      last_message_at = '2025-03-02T12:00:00Z' where id = ${old.id}`;
    const [red, blue] = await Promise.all(
      ['red', 'blue'].map(async (name) => {
        const [row] = await admin`insert into tags (company_id, name, color)
          values (${own.companyId}, ${name}, '#111111') returning id`;
        return Number(row?.id);
      }),
    );
    for (const [{ id }, tag] of [
      [waiting, red],
      [mine, red],
      [mine, blue],
      [sold, red],
    ] as const)
      await admin`insert into ticket_tags values (${own.companyId}, ${id}, ${tag ?? 0})`;

    const ids = async (token: string, query: Record<string, unknown>) => {
      const texts = Object.fromEntries(Object.entries(query).map(([key, value]) => [key, asText(value)]));
      const { tickets } = await api.call(listTickets, { query: texts, token });
      return tickets.map(({ id }) => id).toSorted((a, b) => a - b);
    };
    const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
    const all = [waiting, mine, unread, sold, none, old].map(({ id }) => id).toSorted((a, b) => a - b);
    const some = (...list: TicketFixture[]) => list.map(({ id }) => id).toSorted((a, b) => a - b);

    expect(await ids(boss, { showAll: true })).toEqual(all);
    expect(await ids(boss, {})).toEqual(some(waiting, none));
    expect(await ids(boss, { showAll: true, users: [], tags: [] })).toEqual(all);
    // Who may not see all is shown no more by asking for it.
    expect(await ids(ana, { showAll: true })).toEqual(some(waiting, mine, unread, old));
    expect(await ids(ana, {})).toEqual(some(waiting, mine, unread, old));
    expect(await ids(ana, { users: [own.bruno.id] })).toEqual([]);
    expect(await ids(ana, { tags: [red] })).toEqual(some(waiting, mine));
    expect(await ids(boss, { showAll: true, tags: [red] })).toEqual(some(waiting, mine, sold));
    expect(await ids(boss, { showAll: true, tags: [red, blue] })).toEqual(some(mine));
    expect(await ids(boss, { showAll: true, tags: [red, red] })).toEqual(some(waiting, mine, sold));
    expect(await ids(boss, { showAll: true, tags: [987_654] })).toEqual([]);
    expect(await ids(boss, { showAll: true, tags: [red], users: [own.bruno.id] })).toEqual(some(sold));
    expect(await ids(boss, { showAll: true, users: [own.ana.id, own.bruno.id] })).toEqual(
      some(mine, unread, sold, old),
    );
    expect(await ids(boss, { showAll: true, users: [own.ana.id], status: 'open' })).toEqual(
      some(mine, unread),
    );
    expect(await ids(boss, { showAll: true, queueIds: [own.queues.sales] })).toEqual(some(sold, none));
    expect(await ids(boss, { showAll: true, withUnreadMessages: true, status: 'open' })).toEqual(
      some(unread, sold),
    );
    // São Paulo's days: half past two in the morning of the first is still the day before.
    expect(await ids(boss, { showAll: true, date: '2025-02-28' })).toEqual(some(old));
    expect(await ids(boss, { showAll: true, date: '2025-03-01' })).toEqual([]);
    expect(await ids(boss, { showAll: true, updatedAt: '2025-03-02', users: [own.ana.id] })).toEqual(
      some(old),
    );
    expect(await ids(boss, { showAll: true, updatedAt: '2025-03-02', status: 'open' })).toEqual([]);
    const noon = '2025-03-02T12:00:00Z';
    expect(
      await ids(boss, { showAll: true, from: '2025-03-01T00:00:00Z', to: '2025-03-03T00:00:00Z' }),
    ).toEqual(some(old));
    expect(await ids(boss, { showAll: true, from: noon, status: 'closed' })).toEqual(some(old));
    expect(await ids(boss, { showAll: true, to: noon })).toEqual([]);
    expect(await ids(boss, { showAll: true, from: noon, to: noon, tags: [red], sort: 'waiting' })).toEqual(
      [],
    );
    for (const wrong of [
      { date: '2025-02-30' },
      { from: 'ontem' },
      { date: 'hoje' },
      { tags: 'x' },
      { users: '[-1]' },
    ])
      await api.refused('ERR_VALIDATION', listTickets, { query: wrong as never, token: boss });

    const counts = async (token: string, query: Record<string, string>) =>
      await api.call(countTickets, { query, token });
    expect(await counts(boss, { showAll: 'true' })).toEqual({ open: 3, pending: 2, closed: 1, unread: 2 });
    expect(await counts(ana, { showAll: 'true' })).toEqual({ open: 2, pending: 1, closed: 1, unread: 1 });
    expect(await counts(boss, { showAll: 'true', tags: JSON.stringify([red]) })).toEqual({
      open: 2,
      pending: 1,
      closed: 0,
      unread: 1,
    });
    expect(await counts(ana, { users: JSON.stringify([own.bruno.id]) })).toEqual({
      open: 0,
      pending: 0,
      closed: 0,
      unread: 0,
    });
  });

  it('are answered from their indexes in a company with many tickets', async () => {
    const { admin } = api.database;
    const many = await createCompany(admin, 'Large');
    const rare = await createTicket(admin, many, { userId: many.ana.id, unread: 1 });
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date());
    const soon = new Date(Date.now() + 60_000).toISOString();
    const contacts = 20_000;
    await admin.begin(async (tx) => {
      // Nobody follows this company, and the triggers cost more than the rows.
      await tx`set local session_replication_role = replica`;
      await tx`insert into contacts (company_id, name, number)
        select ${many.companyId}, 'Cliente ' || n, '55' || n from generate_series(1, ${contacts}) n`;
      await tx`
        insert into tickets (company_id, contact_id, connection_id, queue_id, user_id, status, last_message_at,
          created_at, updated_at)
        select ${many.companyId}, c.id, ${many.connectionId}, ${many.queues.sales}, ${many.bruno.id}, 'closed',
          now() + make_interval(hours => 1, secs => c.id), '2024-01-01', '2024-01-01'
        from contacts c where c.company_id = ${many.companyId} and c.id <> ${rare.contactId}`;
    });
    const [tag] = await admin`insert into tags (company_id, name, color)
      values (${many.companyId}, 'rara', '#222222') returning id`;
    await admin`insert into ticket_tags values (${many.companyId}, ${rare.id}, ${tag?.id ?? 0})`;
    await admin`analyze tickets`;
    const boss: Actor = { ...actor(many.admin, 'admin'), companyId: many.companyId };
    const wanted: TicketFilter[] = [
      { tags: [Number(tag?.id)] },
      { users: [many.ana.id] },
      { queueIds: [many.queues.support] },
      { updatedAt: today },
      { date: today },
      { withUnreadMessages: true },
      { to: soon },
      { to: soon, tags: [Number(tag?.id)] },
      { users: [many.ana.id], tags: [Number(tag?.id)], withUnreadMessages: true },
    ];
    for (const filter of wanted)
      for (const status of [undefined, 'open', 'closed'] as const)
        await api.db.readCompany(many.companyId, async (tx) => {
          const asked = { showAll: true, ...filter, status };
          const what = JSON.stringify(asked);
          const before = await lookedAt(tx, 'tickets');
          const rows = await listViews(tx, boss, asked, { offset: 0, limit: 41 });
          expect(
            rows.map(({ id }) => id),
            what,
          ).toEqual(status === 'closed' ? [] : [rare.id]);
          const { closed } = await countViews(tx, boss, { showAll: true, ...filter });
          expect([closed, what]).toEqual([0, what]);
          // Nothing was read through, and few of twenty thousand rows were looked at.
          const read = since(before, await lookedAt(tx, 'tickets'));
          expect({ what, ...read, few: read.rows < 500 }).toMatchObject({ what, scans: 0, few: true });
        });
    // The tabs of somebody who sees all, and of an agent.
    for (const who of [
      boss,
      { ...actor(many.ana), companyId: many.companyId, queueIds: [many.queues.support] },
    ])
      await api.db.readCompany(many.companyId, async (tx) => {
        const before = await lookedAt(tx, 'tickets');
        await countViews(tx, who, { showAll: true });
        for (const status of [undefined, 'pending', 'open', 'closed'] as const)
          for (const sort of ['newest', 'waiting'] as const)
            await listViews(tx, who, { showAll: true, status, sort }, { offset: 0, limit: 41 });
        const read = since(before, await lookedAt(tx, 'tickets'));
        expect({ ...read, few: read.rows < 2_000 }).toMatchObject({ scans: 0, few: true });
      });
  }, 60_000);
});

describe('searching', () => {
  it('finds what the agent sees by name, number and what was said, wherever the words stand', async () => {
    const { admin } = api.database;
    const searched = await createCompany(admin, 'Searched');
    const other = await createCompany(admin, 'Other');
    const token = await api.signIn(searched.ana);
    const joao = await createTicket(admin, searched, { name: 'João Açaí d’Ávila' });
    const zoe = await createTicket(admin, searched, {
      name: 'Zoë',
      status: 'closed',
      userId: searched.ana.id,
    });
    const hidden = await createTicket(admin, searched, { name: 'João', queueId: searched.queues.sales });
    const foreign = await createTicket(admin, other, { name: 'João' });
    const colleague = await createUser(admin, searched.companyId, 'Colega', [searched.queues.support]);
    const theirs = [];
    for (const status of ['open', 'closed'] as const)
      theirs.push(await createTicket(admin, searched, { name: 'Rosa', status, userId: colleague.id }));
    await admin`update contacts set number = '' where company_id = ${searched.companyId} and name = 'Rosa'`;
    await admin`update contacts set number = '5511987654321' where id = ${joao.contactId}`;
    await admin`update contacts set number = '5522333' where id = ${zoe.contactId}`;
    for (const { id } of [zoe, hidden, foreign])
      await admin`update messages set body = 'A *conexão* caiu; pedido nº 4711-B' where ticket_id = ${id}`;

    const search = async (searchParam: string) => {
      const { tickets } = await api.call(listTickets, { query: { showAll: 'true', searchParam }, token });
      return tickets.map(({ id }) => id);
    };
    for (const words of ['joao acai', 'AVILA JOÃO', 'vila', '98765-4321', '+55 (11) 9876', '4321'])
      expect(await search(words), words).toEqual([joao.id]);
    for (const words of ['zoe', 'conexao', 'pedido 4711', 'b conex'])
      expect(await search(words), words).toEqual([zoe.id]);
    // Colleagues' in the same queue, finished ones too; without `showAll` one's own alone, and a list shows none of them.
    expect((await search('rosa')).toSorted()).toEqual(theirs.map(({ id }) => id));
    const lists = [
      { searchParam: 'rosa' },
      { showAll: 'true', status: 'open' },
      { showAll: 'true', searchParam: ' ' },
    ];
    for (const query of lists) {
      const { tickets } = await api.call(listTickets, { query, token });
      expect(tickets.filter(({ contact }) => contact.name === 'Rosa')).toEqual([]);
    }
    // Of messages the beginning of a word.
    for (const words of ['nexao', 'joao zoe', "'", '\\', ':* & |', '0'])
      expect(await search(words), words).toEqual([]);
  });

  it('finds what was said long ago in a long conversation, also among many others', async () => {
    const { admin } = api.database;
    const many = await createCompany(admin, 'Many');
    for (let index = 0; index < 41; index++) await createTicket(admin, many, { name: `Cliente ${index}` });
    const long = await createTicket(admin, many, { name: 'Zoë' });
    await admin`
      insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, state, created_at)
      select ${many.companyId}, gen_random_uuid(), ${long.id}, ${long.contactId}, ${many.connectionId}, false,
        case when n = 0 then 'Sou cliente' else 'Oi' end, 'received', now() + make_interval(secs => n)
      from generate_series(0, 600) n`;
    const token = await api.signIn(many.ana);
    const { tickets, hasMore } = await api.call(listTickets, { query: { searchParam: 'cliente' }, token });
    expect([tickets[0]?.id, tickets.length, hasMore]).toEqual([long.id, 40, true]);
  });
});

it('a customer waits from the first message that no person has answered', async () => {
  const target = await ticket({ status: 'pending' });
  const since = async () => {
    const row = await api.call(getTicket, { params: { ticketId: target.id }, token: tokens.ana });
    return row.waitingSince === null ? null : new Date(row.waitingSince).toISOString();
  };
  const asked = '2026-03-01T12:00:00.000Z';
  await api.database.admin`update tickets set waiting_since = ${asked} where id = ${target.id}`;
  await api.database.admin`update ticket_tracking set queued_at = ${asked} where ticket_id = ${target.id}`;
  const params = { ticketId: target.id };
  for (const queueId of [company.queues.sales, company.queues.support])
    await api.call(updateTicket, { params, body: { queueId }, token: tokens.admin });
  // Which queue they wait in makes no difference.
  const [cycle] = await api.database
    .admin`select queued_at as at from ticket_tracking where ticket_id = ${target.id}`;
  expect(cycle?.at).toEqual(new Date(asked));
  await api.call(updateTicket, set('ana', target, 'open'));
  expect(await since()).toBe(asked);
  const body = { id: uuidv7(), body: 'Bom dia!' };
  await api.call(sendMessage, { params: { ticketId: target.id }, body, token: tokens.ana });
  expect(await since()).toBeNull();
  await api.call(updateTicket, set('ana', target, 'pending'));
  expect(await since()).not.toBeNull();
  await api.call(updateTicket, set('ana', target, 'closed'));
  expect(await since()).toBeNull();
});

it('leaves nothing newer out of a page of what an agent searches', async () => {
  const { admin } = api.database;
  const own = await createCompany(admin, 'Order');
  const make = (name: string, count: number, status: string, from: string) => admin`
    with people as (
      insert into contacts (company_id, name) select ${own.companyId}, ${name} from generate_series(1, ${count})
      returning id)
    insert into tickets (company_id, contact_id, connection_id, queue_id, user_id, status, last_message_at)
    select ${own.companyId}, id, ${own.connectionId}, ${own.queues.support},
      ${status === 'pending' ? null : own.ana.id}::bigint, ${status}, ${from}::timestamptz
    from people returning id::int`;
  await make('Outro', 110, 'pending', '2026-03-03');
  const [newest] = await make('Zuleica', 1, 'pending', '2026-03-02');
  await make('Zuleica', 60, 'closed', '2025-03-02');
  const token = await api.signIn(own.ana);
  const { tickets } = await api.call(listTickets, { query: { searchParam: 'zuleica' }, token });
  expect([tickets.length, tickets[0]?.id]).toEqual([40, newest?.id]);
});

describe('messages', () => {
  const send = (who: keyof typeof tokens, { id }: TicketFixture, body: object) => ({
    params: { ticketId: id },
    body,
    token: tokens[who],
  });

  it('are queued once for each id, even after the ticket was closed', async () => {
    const target = await ticket({ userId: company.ana.id });
    const id = uuidv7();
    const first = await api.call(sendMessage, send('ana', target, { id, body: 'Bom dia!' }));
    expect(first).toMatchObject({
      id,
      fromMe: true,
      ack: 1,
      userId: company.ana.id,
      mediaType: 'chat',
      read: true,
    });
    await api.call(updateTicket, set('ana', target, 'closed'));
    expect(await api.call(sendMessage, send('ana', target, { id, body: 'Bom dia!' }))).toEqual(first);
    const otherText = send('ana', target, { id, body: 'Boa noite!' });
    await api.refused('ERR_IDEMPOTENCY_KEY_REUSED', sendMessage, otherText);
    await api.refused('ERR_TICKET_CLOSED', sendMessage, send('ana', target, { body: 'Tarde' }));
    const other = await ticket({ userId: carla.id });
    await api.refused('ERR_IDEMPOTENCY_KEY_REUSED', sendMessage, send('carla', other, { id, body: 'x' }));
    const rows = await api.database.admin`select state, wa_id from messages where id = ${id}`;
    expect(rows).toEqual([{ state: 'queued', wa_id: null }]);
  });

  it('are refused when their id is used for two tickets at once', async () => {
    const targets = [await ticket({ userId: company.ana.id }), await ticket({ userId: company.ana.id })];
    for (let round = 0; round < 10; round += 1) {
      const id = uuidv7();
      const answers = await Promise.all(
        targets.map((target) => api.send(sendMessage, send('ana', target, { id, body: 'x' }))),
      );
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([202, 409]);
    }
  });

  it('show in the ticket and count as reading', async () => {
    const target = await ticket({ userId: company.ana.id, unread: 3 });
    await api.call(sendMessage, send('ana', target, { body: 'Já  vejo\nisso' }));
    expect(await stored(target)).toMatchObject({ unread_messages: 0, unread: 0 });
    const view = await api.call(getTicket, { params: { ticketId: target.id }, token: tokens.ana });
    expect(view).toMatchObject({ lastMessage: 'Já vejo isso', unreadMessages: 0 });
  });

  it('are refused where the agent may not write', async () => {
    const waiting = await ticket();
    const colleagues = await ticket({ userId: carla.id });
    await api.refused('ERR_TICKET_NOT_ACCEPTED', sendMessage, send('ana', waiting, { body: 'x' }));
    await api.refused('ERR_OTHER_OPEN_TICKET', sendMessage, send('ana', colleagues, { body: 'x' }));
    await api.refused('ERR_TICKET_FOREIGN_QUEUE', sendMessage, send('bruno', waiting, { body: 'x' }));
    await api.refused(
      'ERR_NO_TICKET_FOUND',
      sendMessage,
      send('ana', { ...waiting, id: 987_654 }, { body: 'x' }),
    );
    const mine = await ticket({ userId: company.ana.id });
    await api.refused('ERR_VALIDATION', sendMessage, send('ana', mine, { body: '  ' }));
    const absent = crypto.randomUUID();
    await api.refused('ERR_NO_MEDIA_FOUND', sendMessage, send('ana', mine, { mediaId: absent }));
    await api.refused(
      'ERR_NO_MESSAGE_FOUND',
      sendMessage,
      send('ana', mine, { body: 'x', quotedMsgId: absent }),
    );
    // What is quoted is told, so it must be the sender's to read.
    const hidden = await ticket({ queueId: company.queues.sales, status: 'closed' });
    await api.database.admin`
      update tickets set contact_id = ${mine.contactId} where id = ${hidden.id}`;
    const [theirs] = await api.database.admin`
      update messages set contact_id = ${mine.contactId} where ticket_id = ${hidden.id} returning id`;
    const quoting = { body: 'x', quotedMsgId: String(theirs?.id) };
    await api.refused('ERR_NO_MESSAGE_FOUND', sendMessage, send('ana', mine, quoting));
  });

  it('are listed in pages from the newest, each oldest first', async () => {
    const target = await ticket({ userId: company.ana.id });
    await api.database.admin`
      insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, state, created_at)
      select ${company.companyId}, gen_random_uuid(), ${target.id}, ${target.contactId}, ${company.connectionId}, false,
        'n' || n, 'received', now() + make_interval(secs => n) from generate_series(1, 89) n`;
    const page = (pageNumber: string) =>
      api.call(listMessages, { params: { ticketId: target.id }, query: { pageNumber }, token: tokens.ana });
    const pages = [await page('1'), await page('2'), await page('3'), await page('4')];
    expect(pages.map(({ messages, hasMore }) => [messages.length, hasMore])).toEqual([
      [40, true],
      [40, true],
      [10, false],
      [0, false],
    ]);
    const bodies = pages.toReversed().flatMap(({ messages }) => messages.map((message) => message.body));
    expect(bodies).toEqual(['Olá', ...Array.from({ length: 89 }, (_, index) => `n${index + 1}`)]);
    await api.refused('ERR_TICKET_FOREIGN_QUEUE', listMessages, {
      params: { ticketId: target.id },
      token: tokens.bruno,
    });
  });
});
