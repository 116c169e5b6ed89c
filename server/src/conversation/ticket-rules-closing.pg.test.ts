import { randomUUID } from 'node:crypto';
import { blockContact } from '@balcao/shared/features/contacts/calls.ts';
import { listMessages, sendMessage } from '@balcao/shared/features/messages/calls.ts';
import { updateTicket } from '@balcao/shared/features/tickets/calls.ts';
import { deleteUser } from '@balcao/shared/features/users/calls.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ChannelError, type ChannelSession } from '../channels/channel.ts';
import { carryOutBlocks } from './block-orders.ts';
import {
  api,
  carla,
  company,
  cycles,
  events,
  kinds,
  prepare,
  put,
  receive,
  ring,
  sent,
  set,
  ticket,
  tickets,
  tokens,
  type Who,
} from './testing/ticket-rules.ts';

prepare();

const GOODBYE = 'Até logo, Maria!';

describe('closing', () => {
  const close = async (who: Who = 'ana', more: object = {}) => {
    await put(who, { status: 'open' });
    await put(who, { status: 'closed', ...more });
  };

  it('says goodbye with the queue’s words, else the connection’s, and nothing when it is to be silent', async () => {
    await receive('oi');
    await close();
    expect(await sent()).toEqual([GOODBYE]);
    await api.database
      .admin`update queues set completion_message = 'Suporte encerrado' where id = ${company.queues.support}`;
    await close();
    expect(await sent()).toEqual([GOODBYE, 'Suporte encerrado']);
    await set({ userRating: 'enabled' });
    await close('ana', { silent: true });
    expect(await sent()).toEqual([GOODBYE, 'Suporte encerrado']);
    await close('ana');
    await put('ana', { status: 'open' });
    await put('ana', { status: 'closed', silent: true });
    // A wait that was ended by reopening does not come back.
    api.advance(3_600_000);
    await api.run('waits for ratings');
    expect(await sent()).toHaveLength(3);
  });

  it('speaks last, also when the clock goes back', async () => {
    await set({ call: 'disabled' });
    await receive('oi');
    api.advance(-60_000);
    await ring();
    api.advance(-60_000);
    await close();
    expect(await sent()).toEqual([expect.stringContaining('ligações'), GOODBYE]);
    const [last] = await api.database.admin`
      select last_message from tickets where company_id = ${company.companyId}`;
    expect(last).toEqual({ last_message: GOODBYE });
  });

  it('of two at once happens once', async () => {
    await receive('oi');
    await put('ana', { status: 'open' });
    const { id: ticketId } = await ticket();
    const answers = await Promise.all(
      (['ana', 'admin', 'ana', 'admin'] as const).map((who) =>
        api.send(updateTicket, { params: { ticketId }, body: { status: 'closed' }, token: tokens[who] }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(await sent()).toEqual([GOODBYE]);
    expect(await kinds()).toEqual(['started', 'accepted', 'closed']);
  });

  describe('with a rating', () => {
    const QUESTION = expect.stringMatching(/^Como você avalia o nosso atendimento\?\n\n\*1\* - Insatisfeito/);
    const THANKS = 'Obrigado pela sua avaliação!';
    beforeEach(async () => {
      await set({ userRating: 'enabled' });
      await receive('oi');
      await close();
    });

    it('closes at once, asks, keeps the mark, thanks and says goodbye', async () => {
      expect(await ticket()).toMatchObject({ status: 'closed' });
      expect(await sent()).toEqual([QUESTION]);
      const id = randomUUID();
      await Promise.all([receive(' 3 ', { id }), receive(' 3 ', { id })]);
      expect(await sent()).toEqual([QUESTION, THANKS, GOODBYE]);
      expect(await tickets()).toMatchObject([{ status: 'closed', unread: 0 }]);
      expect(await cycles()).toEqual([{ user: company.ana.id, started: true, finished: true, rate: 3 }]);
      expect((await events()).at(-1)).toEqual({
        kind: 'rated',
        scale: 'satisfaction',
        rate: 3,
        toUser: 'Ana',
      });
      const { id: ticketId } = await ticket();
      const page = await api.call(listMessages, { params: { ticketId }, token: tokens.ana });
      expect(page.messages.find(({ body }) => body === ' 3 ')).toMatchObject({ read: true });
      // Once is enough: the next one is a message.
      await receive('1');
      expect(await cycles()).toMatchObject([{ rate: 3 }, { rate: null, finished: false }]);
    });

    it('uses the words of the queue, else of the connection', async () => {
      const { admin } = api.database;
      await admin`update connections set rating_message = 'E aí, {{firstName}}?' where company_id = ${company.companyId}`;
      await close();
      await admin`update queues set rating_message = 'O suporte ajudou?' where id = ${company.queues.support}`;
      await close();
      expect(await sent()).toEqual([
        QUESTION,
        expect.stringMatching(/^E aí, Maria\?\n\n\*1\*/),
        expect.stringMatching(/^O suporte ajudou\?\n\n\*1\*/),
      ]);
    });

    it.each(['4', 'obrigada', '1 2 3', ''])('takes %j for a new message and asks no more', async (text) => {
      await receive(text);
      expect(await tickets()).toMatchObject([{ status: 'pending', unread: 1 }]);
      await receive('2');
      api.advance(3_600_000);
      await api.run('waits for ratings');
      expect(await sent()).toEqual([QUESTION]);
      expect((await cycles()).map(({ rate }) => rate)).toEqual([null, null]);
    });

    it('is cancelled by a new ticket too', async () => {
      await set({ timeCreateNewTicket: '0' });
      await receive('outra coisa');
      expect(await tickets()).toMatchObject([{ status: 'closed' }, { status: 'pending' }]);
      api.advance(3_600_000);
      await api.run('waits for ratings');
      expect(await sent()).toEqual([QUESTION]);
    });

    it('goes on with the same agent after an exclamation mark', async () => {
      await receive('!');
      expect(await tickets()).toMatchObject([{ status: 'open', userId: company.ana.id, unread: 1 }]);
      expect((await events()).at(-1)).toEqual({ kind: 'reopened', by: null, toUser: 'Ana' });
      expect(await cycles()).toMatchObject([
        { finished: true, rate: null },
        { user: company.ana.id, started: true, finished: false },
      ]);
      expect(await sent()).toEqual([QUESTION]);
    });

    it('waits for anybody after an exclamation mark whose agent was deleted', async () => {
      await api.call(deleteUser, { params: { userId: company.ana.id }, token: tokens.admin });
      await receive('!');
      expect(await tickets()).toMatchObject([{ status: 'pending', userId: null, unread: 1 }]);
      const [said] = await api.database.admin`select body from messages
        where company_id = ${company.companyId} and not from_me order by id desc limit 1`;
      expect(said?.body).toBe('!');
      expect((await cycles()).at(-1)).toMatchObject({ user: null, started: false, finished: false });
    });

    it('waits ten minutes, also through a restart, then says goodbye once', async () => {
      api.advance(9 * 60_000);
      await api.run('waits for ratings');
      expect(await sent()).toEqual([QUESTION]);
      api.advance(2 * 60_000);
      // What waits stands in the database alone; two processes look at once.
      await Promise.all([1, 2, 3].map(() => api.run('waits for ratings')));
      expect(await sent()).toEqual([QUESTION, GOODBYE]);
      await receive('3');
      expect((await cycles()).map(({ rate }) => rate)).toEqual([null, null]);
    });

    it('takes what was written before it asked and came late for a message', async () => {
      await receive('2', { at: new Date(api.deps.clock().getTime() - 30_000) });
      expect((await cycles()).map(({ rate }) => rate)).toEqual([null, null]);
      expect(await tickets()).toMatchObject([{ status: 'pending', unread: 1 }]);
      expect(await sent()).toEqual([QUESTION]);
    });

    it('hears an answer that was written in time and came late, because the connection was down', async () => {
      const writtenAt = api.deps.clock();
      await api.database
        .admin`update connections set status = 'DISCONNECTED' where company_id = ${company.companyId}`;
      api.advance(30 * 60_000);
      await api.run('waits for ratings');
      expect(await sent()).toEqual([QUESTION]);
      await receive('2', { at: writtenAt });
      expect((await cycles()).map(({ rate }) => rate)).toEqual([2]);
    });
  });

  it('asks nobody when no agent had the ticket or WhatsApp is down', async () => {
    await set({ userRating: 'enabled' });
    await receive('oi');
    await put('admin', { status: 'closed' });
    expect(await sent()).toEqual([GOODBYE]);
    await api.database
      .admin`update connections set status = 'DISCONNECTED' where company_id = ${company.companyId}`;
    await close();
    expect(await sent()).toEqual([GOODBYE, GOODBYE]);
  });

  it('races with the customer’s answer: exactly one of goodbye and rating, whoever is first', async () => {
    await set({ userRating: 'enabled' });
    await receive('oi');
    await close();
    api.advance(10 * 60_000 - 1_000);
    const writtenAt = api.deps.clock();
    api.advance(60_000);
    await Promise.all([
      receive('1', { at: writtenAt }),
      api.run('waits for ratings'),
      api.run('waits for ratings'),
    ]);
    expect((await sent()).filter((text) => text === GOODBYE)).toHaveLength(1);
  });
});

it('a block is meant for every account, also one that is linked later, and holds until all refuse it', async () => {
  const { admin } = api.database;
  const { companyId } = company;
  await receive('oi');
  const [known] = await admin`select id::int from contacts where company_id = ${companyId}`;
  const contactId = Number(known?.id);
  const block = (blocked: boolean) =>
    api.call(blockContact, { params: { contactId }, body: { blocked }, token: tokens.admin });
  const told: [number, boolean][] = [];
  const work = (
    connectionId: number,
    refuses: boolean | (() => Promise<unknown>) = false,
    code: ChannelError['code'] = 'not_accepted_in_time',
  ) =>
    carryOutBlocks(api.deps, {
      companyId,
      connectionId,
      capabilities: { blocks: true, identities: ['lid', 'phone'] },
      setBlocked: async (_: unknown, blocked: boolean) => {
        if (typeof refuses === 'function') {
          await refuses();
          throw new ChannelError(code);
        }
        if (refuses) throw new ChannelError('recipient_not_found');
        told.push([connectionId, blocked]);
      },
    } as unknown as ChannelSession);
  const isBlocked = async () =>
    (await admin`select from contacts where id = ${contactId} and blocked`).count === 1;

  const first = company.connectionId;
  await block(true);
  await work(first, async () => {});
  // It is not told again at once, and nothing is undone.
  await work(first);
  expect([told, await isBlocked()]).toEqual([[], true]);
  await admin`update block_orders set at = now()`;
  // The opposite order that came meanwhile waits for nothing.
  await work(first, () => block(false));
  await work(first);
  await block(true);
  await work(first);
  expect(told.splice(0, 1)).toEqual([[first, false]]);
  // Nor is the same one over that came meanwhile, with another name of the contact, whatever became of the one before.
  const name = (value: string) => () =>
    admin`insert into contact_identities (company_id, kind, value, contact_id)
    values (${companyId}, 'lid', ${value}, ${contactId})`;
  await name('7101')();
  await work(first, name('7102'), 'recipient_not_found');
  expect(await isBlocked()).toBe(true);
  await work(first, name('7103'));
  await work(first);
  expect(told.splice(1)).toEqual([[first, true]]);
  const [made] = await admin`insert into connections (company_id, name) values (${companyId}, 'Dois')
    returning id::int`;
  const second = Number(made?.id);
  await admin`update connections set number = '5511955554444' where id = ${second}`;
  await work(second, true);
  await work(second);
  expect([told, await isBlocked()]).toEqual([[[first, true]], true]);
  // Another phone behind the same connection has blocked nobody.
  await admin`update connections set number = '5511955553333' where id = ${second}`;
  await work(second);
  expect(told).toEqual([
    [first, true],
    [second, true],
  ]);

  await block(false);
  for (const connection of [first, second]) await work(connection);
  await block(true);
  await work(first, true);
  expect(await isBlocked()).toBe(true);
  await work(second, true);
  expect([await isBlocked(), told.length]).toEqual([false, 4]);
});

describe('a ticket whose connection was deleted', () => {
  const connection = async (name: string, status: string) => {
    const [row] = await api.database.admin`insert into connections (company_id, name, status)
      values (${company.companyId}, ${name}, ${status}) returning id::int`;
    return Number(row?.id);
  };
  const write = async (who: Who, code?: 'ERR_NO_DEF_WAPP_FOUND' | 'ERR_OTHER_OPEN_TICKET') => {
    const call = { params: { ticketId: (await ticket()).id }, body: { body: 'segue' }, token: tokens[who] };
    if (code) return (await api.refused(code, sendMessage, call)).params;
    return void (await api.call(sendMessage, call));
  };
  const through = async () => {
    const rows = await api.database.admin`select connection_id::int as id from messages
      where company_id = ${company.companyId} and state = 'queued' order by created_at, id`;
    return rows.map(({ id }) => id);
  };

  it('goes on through the agent’s own, else the default, else any that is connected', async () => {
    const { admin } = api.database;
    await receive('oi');
    await put('ana', { status: 'open' });
    await admin`update connections set deleted_at = now(), is_default = false where id = ${company.connectionId}`;
    await write('ana', 'ERR_NO_DEF_WAPP_FOUND');
    const down = await connection('Fora', 'DISCONNECTED');
    await admin`update users set connection_id = ${down} where id = ${company.ana.id}`;
    await write('ana', 'ERR_NO_DEF_WAPP_FOUND');

    const any = await connection('Qualquer', 'connected');
    await write('ana');
    expect(await through()).toEqual([any]);
    // The customer answers there, into the same conversation.
    await receive('e aí?', { connectionId: any });
    expect(await tickets()).toHaveLength(1);

    await admin`update connections set deleted_at = now() where id = ${any}`;
    const [standard, own] = [await connection('Padrão', 'connected'), await connection('Dela', 'connected')];
    await admin`update connections set is_default = true where id = ${standard}`;
    await write('ana');
    await admin`update connections set deleted_at = now(), is_default = false where id = ${standard}`;
    await admin`update users set connection_id = ${own} where id = ${company.ana.id}`;
    await connection('Outra', 'connected');
    await write('ana');
    expect(await through()).toEqual([any, standard, own]);
  });

  it('is left for the conversation that the contact already has there', async () => {
    const { admin } = api.database;
    await receive('oi');
    await put('ana', { status: 'open' });
    const other = await connection('Outra', 'connected');
    await receive('oi de novo', { connectionId: other });
    const [, second] = await tickets();
    await admin`update tickets set queue_id = ${company.queues.support}, status = 'open', user_id = ${carla.id}
      where id = ${second?.id ?? 0}`;
    await admin`update connections set deleted_at = now() where id = ${company.connectionId}`;
    expect(await write('ana', 'ERR_OTHER_OPEN_TICKET')).toEqual({ name: 'Carla' });
    expect(await sent()).toEqual([]);
  });
});
