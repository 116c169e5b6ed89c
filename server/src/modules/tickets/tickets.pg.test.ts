import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import { listMessages, sendMessage } from '@balcao/shared/features/messages/calls.ts';
import type { TicketEvent } from '@balcao/shared/features/ticket-timeline/event.ts';
import {
  createTicket as createTicketRoute,
  deleteTicket,
  getTicket,
  getTicketByUuid,
  listTickets,
  markTicketRead,
  markTicketUnread,
  updateTicket,
} from '@balcao/shared/features/tickets/calls.ts';
import type { TicketStatus } from '@balcao/shared/features/tickets/row.ts';
import type postgres from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import {
  type CompanyFixture,
  createBots,
  createCompany,
  createTicket,
  createUser,
  givePlan,
  type TicketFixture,
  type UserFixture,
} from '../../../test/fixtures.ts';
import type { Tx } from '../../platform/db/client.ts';
import { addMessage } from '../../sync/testing/data.ts';
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
    const { admin } = api.database;
    await givePlan(admin, company.companyId);
    const { promptId, integrationId } = await createBots(admin, company.companyId);
    const none = { useIntegration: false, promptId: null, integrationId: null };
    const target = await ticket();
    const put = (body: object, who: keyof typeof tokens = 'ana') =>
      api.call(updateTicket, { params: { ticketId: target.id }, body, token: tokens[who] });
    expect(await put({ promptId })).toMatchObject({ ...none, promptId, chatbot: true, answerer: 'prompt' });
    const program = { useIntegration: true, promptId: null, integrationId };
    expect(await put(program)).toMatchObject(program);
    expect(await put({ promptId: null })).toMatchObject(program);
    expect(await put({ useIntegration: false, promptId: null, integrationId: null })).toMatchObject(none);
    expect(await put({ status: 'open', ...program })).toMatchObject({ status: 'open', ...none });
    const call = { params: { ticketId: target.id }, body: program, token: tokens.ana };
    await api.refused('ERR_TICKET_NOT_PENDING', updateTicket, call);
    expect(await put({ status: 'pending', ...program })).toMatchObject({ status: 'pending', ...program });
    expect(await put({ queueId: company.queues.sales })).toMatchObject({ status: 'pending', ...none });
    expect(await put({ status: 'closed', ...program }, 'admin')).toMatchObject({ status: 'closed', ...none });
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

  it('can be taken back for the agents until somebody reads or answers again, and stays told', async () => {
    const target = await ticket({ userId: company.ana.id, unread: 0 });
    await api.database.admin`update messages set read = true where ticket_id = ${target.id}`;
    const call = { params: { ticketId: target.id }, token: tokens.ana };
    const unread = async () => {
      const query = { status: 'open', withUnreadMessages: 'true' } as const;
      const { tickets } = await api.call(listTickets, { query, token: tokens.ana });
      return tickets.some(({ id }) => id === target.id);
    };
    for (const end of [
      () => api.call(markTicketRead, call),
      () => api.call(sendMessage, { ...call, body: { id: uuidv7(), body: 'pronto' } }),
    ]) {
      expect(await api.call(markTicketUnread, call)).toMatchObject({ markedUnread: true, unreadMessages: 0 });
      expect([await unread(), (await stored(target))?.unread]).toEqual([true, 0]);
      await end();
      expect(await unread()).toBe(false);
    }
    await api.refused('ERR_OTHER_OPEN_TICKET', markTicketUnread, { ...call, token: tokens.carla });
    const waiting = { params: { ticketId: (await ticket()).id }, token: tokens.ana };
    await api.refused('ERR_TICKET_NOT_ACCEPTED', markTicketUnread, waiting);
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
  const tracked = () => api.database.admin`
    select queued_at as queued, answered_at as answered, queue_id::int as queue, finished_by::int as by
    from ticket_tracking where ticket_id = ${target.id} order by id`;
  const underWay = { queued: new Date(asked), answered: null, queue: company.queues.support, by: null };
  await api.call(updateTicket, set('ana', target, 'open'));
  expect(await since()).toBe(asked);
  expect(await tracked()).toEqual([underWay]);
  const say = async (text: string) => {
    const body = { id: uuidv7(), body: text };
    const { createdAt } = await api.call(sendMessage, { params, body, token: tokens.ana });
    return new Date(createdAt);
  };
  const answered = await say('Bom dia!');
  await say('Em que posso ajudar?');
  expect(await since()).toBeNull();
  expect(await tracked()).toEqual([{ ...underWay, answered }]);
  await api.call(updateTicket, set('ana', target, 'pending'));
  expect(await since()).not.toBeNull();
  await api.call(updateTicket, set('ana', target, 'closed'));
  expect(await since()).toBeNull();
  // Nobody waits for what an agent says of their own accord.
  await api.call(updateTicket, set('carla', target, 'open'));
  expect(await tracked()).toMatchObject([
    { answered, queue: company.queues.support, by: company.ana.id },
    { answered: null, queue: company.queues.support, by: null },
  ]);
});
