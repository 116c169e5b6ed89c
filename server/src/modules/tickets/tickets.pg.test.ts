import type { ErrorCode } from '@balcao/shared/errors.ts';
import { listMessages } from '@balcao/shared/features/messages/calls.ts';
import {
  getTicket,
  getTicketByUuid,
  listTickets,
  updateTicket,
} from '@balcao/shared/features/tickets/calls.ts';
import type { TicketStatus } from '@balcao/shared/features/tickets/row.ts';
import { describe, expect, it } from 'vitest';
import { createBots, givePlan, type TicketFixture } from '../../../test/fixtures.ts';
import {
  actor,
  api,
  carla,
  company,
  cycles,
  duringDeletion,
  prepare,
  set,
  stored,
  ticket,
  tokens,
  told,
} from './testing/tickets.ts';
import { createTicketsService } from './tickets.service.ts';

prepare();

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
