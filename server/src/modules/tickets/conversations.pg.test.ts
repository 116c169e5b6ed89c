import type { Actor } from '@balcao/shared/contract/roles.ts';
import { sendMessage } from '@balcao/shared/features/messages/calls.ts';
import {
  createTicket as createTicketRoute,
  deleteTicket,
  getTicket,
  listTickets,
  markTicketRead,
  markTicketUnread,
  updateTicket,
} from '@balcao/shared/features/tickets/calls.ts';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import type { TicketFixture } from '../../../test/fixtures.ts';
import type { Tx } from '../../platform/db/client.ts';
import { addMessage } from '../../sync/testing/data.ts';
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
  expect(noted).toEqual({ action: 'delete', entity_name: 'M****' });
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
