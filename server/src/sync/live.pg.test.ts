import { listConnections } from '@balcao/shared/features/connections/calls.ts';
import { getContact, listContacts } from '@balcao/shared/features/contacts/calls.ts';
import { listFileLists } from '@balcao/shared/features/file-lists/calls.ts';
import { listMessages } from '@balcao/shared/features/messages/calls.ts';
import { listQueues } from '@balcao/shared/features/queues/calls.ts';
import { listOfferedQuickMessages } from '@balcao/shared/features/quick-messages/calls.ts';
import { listSchedules } from '@balcao/shared/features/schedules/calls.ts';
import { listTags } from '@balcao/shared/features/tags/calls.ts';
import { getTicket, listTickets } from '@balcao/shared/features/tickets/calls.ts';
import { listColleagues } from '@balcao/shared/features/users/calls.ts';
import { ENTITIES, ENTITY_NAMES } from '@balcao/shared/sync/entities.ts';
import { describe, expect, test } from 'vitest';
import type { CompanyFixture } from '../../test/fixtures.ts';
import type { Tx } from '../platform/db/client.ts';
import { REGISTRY } from './registry.ts';
import { addMessage, changeTicket, insertMessage, joinQueue, type TicketFixture } from './testing/data.ts';
import type { Listener } from './testing/listener.ts';
import { ana, company, live, other, prepare, server, settle, waitingTicket } from './testing/live.ts';

prepare();

/** Writes as the server itself does: everybody hears of it at once. */
const write = <T>(firm: CompanyFixture, work: (tx: Tx) => Promise<T>) =>
  server.db.withCompany(firm.companyId, work);

describe('events', () => {
  test('tell of a ticket, its contact and its messages in the shapes of REST', async () => {
    const listener = await live(ana);
    listener.send({ type: 'joinNotification' });
    await listener.frame('joined');
    const name = `company-${company.companyId}-`;
    const ticket = await waitingTicket(company, company.queues.support, 'Maria');
    const created = await listener.event('ticket', ({ record }) => record.id === ticket.id);
    expect(created).toEqual({
      event: `${name}ticket`,
      action: 'create',
      record: await server.call(getTicket, { params: { ticketId: ticket.id }, token: ana.token }),
    });
    await expect(listener.event('contact')).resolves.toMatchObject({
      action: 'create',
      record: { id: ticket.contactId, name: 'Maria' },
    });

    const messageId = await addMessage(server.db, company, ticket, 'Bom dia');
    const message = await listener.event('appMessage', ({ record }) => record.id === messageId);
    expect(message).toMatchObject({
      action: 'create',
      record: { id: messageId, ticketId: ticket.id, body: 'Bom dia', fromMe: false, mediaType: 'chat' },
    });
    await write(company, (tx) => tx`update messages set read = true where id = ${messageId}`);
    const { action } = await listener.event('appMessage', ({ record }) => record.read === true);
    expect(action).toBe('update');
    await changeTicket(server.db, company, ticket.id, { status: 'open', userId: ana.userId });
    await listener.event(
      'ticket',
      (event) => event.action === 'update' && (event.record.user as { name: string } | null)?.name === 'Ana',
    );
    listener.cut();
  });

  const media = crypto.randomUUID();
  const rows: [string, (tx: Tx, ticket: TicketFixture) => Promise<unknown>, () => Promise<unknown[]>][] = [
    [
      'contact',
      (tx, { contactId }) => tx`update contacts set notes = 'Sem glúten' where id = ${contactId}`,
      async () => {
        const { contacts } = await server.call(listContacts, { token: ana.token });
        const views = contacts.map(({ id }) =>
          server.call(getContact, { params: { contactId: id }, token: ana.token }),
        );
        return (await Promise.all(views)).map(({ ticketCount: _, ...view }) => view);
      },
    ],
    [
      'queue',
      (tx) =>
        tx`update queues set token = 'SECRET', greeting_message = 'Oi' where id = ${company.queues.support}`,
      () => server.call(listQueues, { token: ana.token }),
    ],
    [
      'tag',
      (tx, { id }) => tx`
        with made as (insert into tags (company_id, name, color, user_id)
          values (${company.companyId}, 'VIP', '#123456', ${ana.userId}) returning id)
        insert into ticket_tags (company_id, ticket_id, tag_id) select ${company.companyId}, ${id}, id from made`,
      async () => (await server.call(listTags, { token: ana.token })).tags,
    ],
    [
      'quick-message',
      (tx) => tx`
        insert into quick_messages (company_id, shortcode, message, geral, user_id, media_id)
        values (${company.companyId}, 'oi', 'Olá', true, ${ana.userId}, ${media})`,
      () => server.call(listOfferedQuickMessages, { token: ana.token }),
    ],
    [
      'schedule',
      (tx, { contactId }) => tx`
        insert into schedules (company_id, id, contact_id, user_id, body, media_id, send_at, due_at)
        values (${company.companyId}, ${crypto.randomUUID()}, ${contactId}, ${ana.userId}, 'Volte', ${media},
          now() + interval '1 day', now() + interval '1 day')`,
      async () => (await server.call(listSchedules, { token: ana.token })).schedules,
    ],
    [
      'file',
      (tx) => tx`
        with made as (insert into file_lists (company_id, name, message)
          values (${company.companyId}, 'Catálogo', 'Veja') returning id)
        insert into file_list_items (company_id, file_list_id, position, media_id)
          select ${company.companyId}, id, 1, ${media} from made`,
      async () => (await server.call(listFileLists, { token: ana.token })).files,
    ],
    [
      'user',
      (tx) => tx`update users set name = 'Bruno Lima' where id = ${company.bruno.id}`,
      () => server.call(listColleagues, { token: ana.token }),
    ],
    [
      'whatsapp',
      (tx) => tx`update connections set name = 'Balcão 2' where id = ${company.connectionId}`,
      () => server.call(listConnections, { token: ana.token }),
    ],
    [
      'appMessage',
      async (tx, ticket) => {
        const quoted = await insertMessage(tx, company, ticket, 'Quoted');
        const id = await insertMessage(tx, company, ticket, 'Quotes');
        await tx`update messages set quoted_id = ${quoted}, media_id = ${media} where id = ${id}`;
      },
      async () => {
        const { tickets } = await server.call(listTickets, { token: ana.token, query: { showAll: 'true' } });
        const ticketId = tickets.find(({ contact }) => contact.name === 'appMessage')?.id;
        const { messages } = await server.call(listMessages, { params: { ticketId }, token: ana.token });
        expect(messages.at(-1)).toMatchObject({
          quotedMsg: { body: 'Quoted' },
          contact: { name: 'appMessage' },
        });
        return messages;
      },
    ],
  ];
  test.each(rows)('tell of a %s what REST tells the same person', async (name, change, read) => {
    const ticket = await waitingTicket(company, company.queues.support, name);
    await write(
      company,
      (tx) => tx`insert into media (company_id, id, name, mime, state, size, path)
        values (${company.companyId}, ${media}, 'a.png', 'image/png', 'stored', 3, 'a') on conflict do nothing`,
    );
    const listener = await live(ana, { hello: { rooms: { notification: true } } });
    await write(company, (tx) => change(tx, ticket));
    await listener.event(name);
    const told = listener.events().filter(({ event }) => event.endsWith(`-${name}`));
    expect(await read()).toEqual(expect.arrayContaining(told.map(({ record }) => record)));
    listener.cut();
  });

  test('tell of colleagues, queues and connections, without the key to the phone', async () => {
    const [listener, admin] = [await live(ana), await live(await server.openSession(company.admin))];
    await write(
      company,
      (tx) => tx`update connections set status = 'qrcode', qrcode = 'KEY' where id = ${company.connectionId}`,
    );
    for (const name of ['whatsapp', 'whatsappSession']) {
      const seen = await listener.event(name);
      expect(seen).toMatchObject({ action: 'update', record: { status: 'qrcode', qrcode: null } });
      expect((await admin.event(name)).record).toMatchObject({ qrcode: 'KEY' });
    }
    const queue = await write(company, async (tx) => {
      const [made] = await tx<{ id: number }[]>`
        insert into queues (company_id, name, color) values (${company.companyId}, 'Nova', '#101010') returning id`;
      return made?.id ?? 0;
    });
    expect(await listener.event('queue')).toMatchObject({
      action: 'create',
      record: { id: queue, name: 'Nova' },
    });
    await write(company, (tx) => tx`delete from queues where id = ${queue}`);
    const gone = await listener.event('queue', ({ action }) => action === 'delete');
    expect(gone.record).toEqual({ id: queue });
    await write(company, (tx) => tx`update users set name = 'Bruno S.' where id = ${company.bruno.id}`);
    expect(await listener.event('user', ({ record }) => record.name === 'Bruno S.')).toMatchObject({
      action: 'update',
      record: { id: company.bruno.id },
    });
    expect(listener.texts.join()).not.toContain('KEY');
    listener.cut();
    admin.cut();
  });

  test('bring messages only of conversations that were joined', async () => {
    const [first, second] = [
      await waitingTicket(company, company.queues.support, 'Um'),
      await waitingTicket(company, company.queues.support, 'Dois'),
    ];
    const listener = await live(ana);
    listener.send({ type: 'joinChatBox', ticketId: first.id });
    await listener.frame('joined', (frame) => frame.ticketId === first.id);
    const unheard = await addMessage(server.db, company, second, 'not joined');
    const heard = await addMessage(server.db, company, first, 'joined');
    await listener.event('appMessage', ({ record }) => record.id === heard);
    const both = [unheard, heard];
    await write(company, (tx) => tx`delete from messages where id = any (${both}::uuid[])`);
    await listener.event('appMessage', ({ action }) => action === 'delete');
    listener.send({ type: 'leaveChatBox', ticketId: first.id });
    await listener.frame('left');
    await addMessage(server.db, company, first, 'left');
    await settle(listener, company);
    expect(listener.texts.join()).toContain('"lastMessage":"left"');
    const told = listener.events().filter(({ event }) => event.endsWith('-appMessage'));
    expect(told.map(({ action, record }) => [action, record.id])).toEqual([
      ['create', heard],
      ['delete', heard],
    ]);
    listener.cut();
  });
});

test('every entity with an event has a column that tells when it was made', async () => {
  const told = ENTITY_NAMES.filter((entity) => ENTITIES[entity].live.length > 0);
  const tables = told.map((entity) => REGISTRY[entity].table).sort();
  const rows = await server.admin<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_name = any (${tables}) and column_default = 'now()'
      and column_name = case when table_name = 'messages' then 'stored_at' else 'created_at' end`;
  expect(rows.map(({ name }) => name).sort()).toEqual(tables);
});

describe('what may be seen', () => {
  test('another company hears nothing, whatever the address asks for', async () => {
    const query = `?companyId=${company.companyId}&userId=${company.ana.id}`;
    const [foreign, own] = [await live(await server.openSession(other.ana), { query }), await live(ana)];
    for (const listener of [foreign, own]) listener.send({ type: 'joinNotification' });
    await Promise.all([foreign.frame('joined'), own.frame('joined')]);
    const ticket = await waitingTicket(company, company.queues.support, 'CANARY');
    await addMessage(server.db, company, ticket, 'CANARY');
    foreign.send({ type: 'joinChatBox', ticketId: ticket.id });
    expect(await foreign.frame('error')).toMatchObject({ code: 'ERR_NO_TICKET_FOUND', ticketId: ticket.id });
    await own.event('appMessage');
    await settle(foreign, other);
    expect(foreign.texts.join()).not.toContain('CANARY');
    const names = foreign.events().map(({ event }) => event);
    expect(names.every((name) => name.startsWith(`company-${other.companyId}-`))).toBe(true);
    foreign.cut();
    own.cut();
  });

  test('a ticket of a foreign queue is hidden, and one that leaves is deleted, as REST hides it', async () => {
    const listener = await live(ana);
    listener.send({ type: 'joinNotification' });
    const hidden = await waitingTicket(company, company.queues.sales, 'Vendas');
    await addMessage(server.db, company, hidden, 'SALES');
    listener.send({ type: 'joinChatBox', ticketId: hidden.id });
    expect(await listener.frame('error')).toMatchObject({ code: 'ERR_TICKET_FOREIGN_QUEUE' });
    const moving = await waitingTicket(company, company.queues.support, 'Move');
    await listener.event('ticket', ({ record }) => record.id === moving.id);
    expect(listener.texts.join()).not.toContain('SALES');

    await changeTicket(server.db, company, moving.id, { queueId: company.queues.sales });
    const left = await listener.event('ticket', ({ action }) => action === 'delete');
    expect(left.record).toEqual({ id: moving.id });
    await addMessage(server.db, company, moving, 'SALES');
    await changeTicket(server.db, company, moving.id, { queueId: company.queues.support });
    await listener.event('ticket', ({ action, record }) => action === 'update' && record.id === moving.id);
    listener.cut();
  });

  test('other rights start the events over', async () => {
    const session = await server.openSession(company.bruno);
    const listener = await live(session);
    await joinQueue(server.db, company, company.bruno.id, company.queues.support, true);
    expect(await listener.frame('resync')).toMatchObject({ reason: 'view_changed' });
    const seen = await waitingTicket(company, company.queues.support, 'Agora');
    await listener.event('ticket', ({ record }) => record.id === seen.id);
    await joinQueue(server.db, company, company.bruno.id, company.queues.support, false);
    listener.cut();
  });
});

describe('a line that breaks', () => {
  test('goes on from its cursor without a loss or a repetition', async () => {
    const before = await live(ana);
    const first = await waitingTicket(company, company.queues.support, 'Antes');
    await before.event('ticket', ({ record }) => record.id === first.id);
    const cursor = before.cursor();
    before.cut();
    const missed = await waitingTicket(company, company.queues.support, 'Perdido');
    const said = await addMessage(server.db, company, missed, 'MISSED');
    const foreign = await waitingTicket(other, other.queues.support, 'Foreign');
    const hidden = await waitingTicket(company, company.queues.sales, 'Vendas');
    await addMessage(server.db, company, hidden, 'SALES');
    for (const rooms of [{ notification: true }, { chatBoxes: [missed.id, hidden.id, foreign.id] }]) {
      const after = await live(ana, { cursor, hello: { rooms } });
      await after.event('appMessage', ({ record }) => record.id === said);
      expect(after.events().filter(({ record }) => record.id === first.id)).toEqual([]);
      expect(after.texts.join()).not.toContain('SALES');
      const answers = after.frames.filter(({ type }) => type === 'joined' || type === 'error');
      expect(answers).toMatchObject(
        rooms.notification
          ? [{ room: 'notification' }]
          : [
              { type: 'joined', ticketId: missed.id },
              { type: 'error', code: 'ERR_TICKET_FOREIGN_QUEUE', ticketId: hidden.id },
              { type: 'error', code: 'ERR_NO_TICKET_FOUND', ticketId: foreign.id },
            ],
      );
      after.cut();
    }
  });

  test.each([
    ['of another log', () => `${crypto.randomUUID()}:1:1`, 'epoch'],
    ['that is none', () => 'nonsense', 'epoch'],
    ['from the future', (now: string) => now.replace(/:\d+:/, ':999999999:'), 'ahead'],
    ['of other rights', (now: string) => now.replace(/:\d+:([\w-]+)$/, ':999:$1'), 'view_changed'],
  ])('starts over from a cursor %s', async (_name, made, reason) => {
    const now = await live(ana);
    const listener = await live(ana, { cursor: made(now.cursor()) });
    expect(await listener.frame('resync')).toMatchObject({ reason, cursor: now.cursor() });
    await settle(listener, company);
    listener.cut();
    now.cut();
  });

  test('starts everybody over from a place where a restored log has been', async () => {
    const { companyId } = company;
    const [kept] = await server.admin`select max(seq) as seq from change_log where company_id = ${companyId}`;
    const before = await live(ana);
    await settle(before, company);
    before.cut();
    await server.admin`delete from change_log where company_id = ${companyId} and seq > ${kept?.seq}`;
    const now = await live(ana);
    const listener = await live(ana, { cursor: before.cursor() });
    const { cursor } = await now.frame('resync');
    expect(await listener.frame('resync')).toMatchObject({ reason: 'ahead', cursor });
    listener.cut();
    now.cut();
  });

  test('a slow program costs bounded memory, harms nobody, and misses nothing', async () => {
    const [slow, quick] = [await live(ana), await live(ana)];
    for (const listener of [slow, quick]) listener.send({ type: 'joinNotification' });
    await Promise.all([slow.frame('joined'), quick.frame('joined')]);
    const ticket = await waitingTicket(company, company.queues.support, 'Rápida');
    slow.ws.pause();
    const text = 'x'.repeat(8_000);
    const bodies = (listener: Listener) =>
      listener.events().flatMap(({ event, record }) => (event.endsWith('appMessage') ? [record] : []));
    for (let round = 1; round <= 12; round++) {
      await server.db.withCompany(company.companyId, async (tx) => {
        await tx`
          insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, state, created_at)
          select ${company.companyId}, gen_random_uuid(), ${ticket.id}, ${ticket.contactId}, ${company.connectionId},
            false, ${text}, 'received', clock_timestamp() from generate_series(1, 200)`;
      });
      await expect.poll(() => bodies(quick).length, { timeout: 20_000 }).toBe(round * 200);
    }
    // Of 19 MB only what was under way had left the log: the rest is read when there is room, as it is then.
    await server.db.withCompany(company.companyId, async (tx) => {
      await tx`update messages set body = 'short' where ticket_id = ${ticket.id}`;
    });
    slow.ws.resume();
    const latest = () => new Map(bodies(slow).map((record) => [record.id, record.body]));
    await expect
      .poll(() => [...latest().values()].filter((body) => body === 'short').length, { timeout: 20_000 })
      .toBe(2_400);
    expect(slow.texts.join('').length).toBeLessThan(12e6);
    slow.cut();
    quick.cut();
  }, 60_000);
});
