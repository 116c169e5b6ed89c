import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listConnections } from '@balcao/shared/features/connections/calls.ts';
import { createContactList } from '@balcao/shared/features/contact-lists/calls.ts';
import { createContactListItem, deleteContactListItem } from '@balcao/shared/features/contact-lists/items.ts';
import { getContact, listContacts } from '@balcao/shared/features/contacts/calls.ts';
import { listFileLists } from '@balcao/shared/features/file-lists/calls.ts';
import { listMessages } from '@balcao/shared/features/messages/calls.ts';
import { listQueues } from '@balcao/shared/features/queues/calls.ts';
import { listQuickMessages } from '@balcao/shared/features/quick-messages/calls.ts';
import { listSchedules } from '@balcao/shared/features/schedules/calls.ts';
import { listTags } from '@balcao/shared/features/tags/calls.ts';
import { getTicket, listTickets } from '@balcao/shared/features/tickets/calls.ts';
import { listColleagues } from '@balcao/shared/features/users/calls.ts';
import { ENTITIES, ENTITY_NAMES } from '@balcao/shared/sync/entities.ts';
import { CLOSE } from '@balcao/shared/sync/frames.ts';
import { LIVE_LIMITS } from '@balcao/shared/sync/live.ts';
import { ANNOUNCEMENT_EVENT, LIVE_EVENT_NAMES } from '@balcao/shared/sync/live-events.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Session, startApi } from '../../test/api.ts';
import { startFaultProxy } from '../../test/fault-proxy.ts';
import { type CompanyFixture, givePlan } from '../../test/fixtures.ts';
import type { Tx } from '../platform/db/client.ts';
import { createPresence } from './presence.ts';
import { REGISTRY } from './registry.ts';
import {
  addMessage,
  addTicket,
  changeTicket,
  insertMessage,
  joinQueue,
  type TicketFixture,
} from './testing/data.ts';
import { type Listener, openListener } from './testing/listener.ts';
import { openSyncApi, type SyncApi } from './testing/sync-api.ts';

let server: SyncApi;
let company: CompanyFixture;
let other: CompanyFixture;
let ana: Session;
const opened: Listener[] = [];

beforeAll(async () => {
  server = await openSyncApi(await startApi());
  company = await server.company('Padaria');
  await givePlan(server.admin, company.companyId);
  other = await server.company('Concorrente');
  ana = await server.openSession(company.ana);
});
afterAll(async () => {
  for (const listener of opened) listener.cut();
  await server.stop();
});

function listen(session: Session, options?: Parameters<typeof openListener>[2]): Listener {
  const listener = openListener(server.url, session.token, options);
  opened.push(listener);
  return listener;
}

async function live(session: Session, options?: Parameters<typeof openListener>[2]): Promise<Listener> {
  const listener = listen(session, options);
  await listener.frame('subscribed');
  return listener;
}

const waitingTicket = (firm: CompanyFixture, queueId: number, name: string): Promise<TicketFixture> =>
  addTicket(server.db, firm, { queueId, name });

/** As the server itself writes: everybody hears of it at once. */
const write = <T>(firm: CompanyFixture, work: (tx: Tx) => Promise<T>) =>
  server.db.withCompany(firm.companyId, work);

/** Answered after everything that was committed until now. */
async function settle(listener: Listener, firm: CompanyFixture): Promise<void> {
  const mark = await waitingTicket(firm, firm.queues.support, 'mark');
  await listener.event('ticket', ({ record }) => record.id === mark.id);
}

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
      async () => (await server.call(listQuickMessages, { token: ana.token })).records,
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

test('a paid invoice is told to admins, with the day until when the company has paid now', async () => {
  const { companyId } = company;
  const admin = await live(await server.openSession(company.admin));
  const agent = await live(ana);
  const [invoice] = await server.admin`
    insert into invoices (company_id, detail, users, connections, queues, value, months, due_date)
    values (${companyId}, 'Básico', 1, 1, 1, 9900, 1, '2040-01-31') returning id::int`;
  await server.admin`update invoices set status = 'paid', paid_at = now() where id = ${invoice?.id}`;
  await settle(admin, company);
  await settle(agent, company);
  const payments = ({ events }: typeof admin) =>
    events().filter(({ event }) => event === `company-${companyId}-payment`);
  expect(payments(admin).at(-1)).toMatchObject({
    action: 'CONCLUIDA',
    record: { id: invoice?.id, status: 'paid', company: { id: companyId, dueDate: null } },
  });
  expect(payments(agent)).toEqual([]);
});

test('contact lists and their people are told to those who manage them, in the shapes of REST', async () => {
  const session = await server.openSession(company.admin);
  const { token } = session;
  const [admin, agent] = [await live(session), await live(ana)];
  const list = await server.call(createContactList, { body: { name: 'Clientes' }, token });
  await expect(admin.event('ContactList', ({ record }) => record.id === list.id)).resolves.toMatchObject({
    action: 'create',
    record: list,
  });
  const fields = { contactListId: list.id, name: 'Maria', number: '5511988880001' };
  const item = await server.call(createContactListItem, { body: fields, token });
  const event = `company-${company.companyId}-ContactListItem`;
  await expect(admin.event('ContactListItem')).resolves.toEqual({ event, action: 'create', record: item });
  await server.call(deleteContactListItem, { params: { contactListItemId: item.id }, token });
  await expect(admin.event('ContactListItem', ({ action }) => action === 'delete')).resolves.toMatchObject({
    record: { id: item.id },
  });
  // What was told in passing moves no cursor.
  const passing = admin.frames.filter(({ events = [] }) => events.some((one) => one.event === event));
  expect(passing.map(({ cursor }) => cursor)).toEqual([null, null]);
  await settle(agent, company);
  expect(agent.events().filter((one) => /ContactList/.test(one.event) && one.action !== 'delete')).toEqual(
    [],
  );
  for (const listener of [admin, agent]) listener.cut();
});

test('the documentation names every event, once', async () => {
  const documentation = await readFile(join(import.meta.dirname, '../../API.md'), 'utf8');
  const named = documentation
    .split('\n')
    .filter((line) => line.startsWith('| `company-'))
    .flatMap((line) => (line.split(' | ')[0] ?? '').match(/`[\w{}-]+`/g) ?? [])
    .map((name) => name.replaceAll('`', '').replace('company-{id}', ''));
  const wanted = [...LIVE_EVENT_NAMES.map((name) => `-${name}`), ANNOUNCEMENT_EVENT];
  expect(named.toSorted()).toEqual(wanted.toSorted());
});

test('the documented example prints what happens, also what was said while it was away too long', async () => {
  const documentation = await readFile(join(import.meta.dirname, '../../API.md'), 'utf8');
  const [, code = ''] = /```js\n(\/\/ live\.mjs[\s\S]*?)```/.exec(documentation) ?? [];
  const { email, password } = other.ana;
  const line = await startFaultProxy(server.url);
  const env = {
    ...process.env,
    BALCAO_URL: new URL(line.url.replace('ws:', 'http:')).origin,
    EMAIL: email,
    PASSWORD: password,
  };
  const program = spawn(process.execPath, ['--input-type=module', '--eval', code], { env });
  let said = '';
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (chunk) => {
      said += chunk;
    });
  await expect.poll(() => said, { timeout: 20_000 }).toContain('listening');
  const ticket = await waitingTicket(other, other.queues.support, 'Paula');
  // Nothing was told yet, but that it listens: from there it must go on.
  await line.stop();
  await addMessage(server.db, other, ticket, 'Olá!');
  server.advance(16 * 60_000);
  await line.start();
  await expect.poll(() => said, { timeout: 20_000 }).toContain('create Olá!');
  expect(said.match(/Olá!/g)).toHaveLength(1);
  await addMessage(server.db, other, ticket, 'Ainda?');
  await expect.poll(() => said, { timeout: 20_000 }).toContain('create Ainda?');
  program.kill();
  await once(program, 'close');
  await line.stop();
  ana = await server.openSession(company.ana);
});

describe('who is there', () => {
  /** As one process has it. */
  const presenceOf = (times: Partial<Record<'graceMs' | 'heartbeatMs' | 'renewMs', number>>) =>
    createPresence({
      db: server.db,
      onError: expect.unreachable,
      times: { graceMs: 1, heartbeatMs: 600, renewMs: 60_000, ...times },
    });

  async function onlineOf(...ids: number[]): Promise<number[]> {
    const rows = await server.admin<{ id: string }[]>`
      select id from users where online and id = any (${ids}) order by id`;
    return rows.map(({ id }) => Number(id));
  }

  test('a login elsewhere is an event, and ends the line', async () => {
    const session = await server.openSession(company.bruno);
    const listener = await live(session);
    await server.openSession(company.bruno);
    expect(await listener.closed).toBe(CLOSE.takenOver);
    expect(listener.events().at(-1)).toEqual({
      event: `company-${company.companyId}-auth`,
      action: 'update',
      record: { id: company.bruno.id },
    });
  });

  test('a token that runs out is announced, renewed, and ends the line otherwise', async () => {
    const session = await server.openSession(company.admin);
    const listener = await live(session);
    server.advance(14.5 * 60_000);
    const second = await live(session);
    expect(await second.frame('auth.expiring')).toMatchObject({ inMs: expect.any(Number) });
    second.send({ type: 'auth', token: (await server.renew(session)).token });
    second.send({ type: 'auth', token: (await server.openSession(other.admin)).token });
    expect(await second.closed).toBe(CLOSE.tokenInvalid);
    server.advance(60_000);
    expect(await listen(session).closed).toBe(CLOSE.tokenInvalid);
    listener.cut();
    ana = await server.openSession(company.ana);
  });

  test('a person is online while a program is connected', async () => {
    const firm = await server.company('Presença');
    const watcher = await live(await server.openSession(firm.ana));
    const turns = (online: boolean) =>
      watcher.event('user', ({ record }) => record.id === firm.bruno.id && record.online === online);
    const bruno = await live(await server.openSession(firm.bruno));
    await turns(true);
    bruno.cut();
    await turns(false);
    watcher.cut();
  });

  test('a heartbeat keeps a person online for a while after the line is gone', async () => {
    const { companyId, ana: one, bruno: two } = other;
    const presence = presenceOf({ graceMs: 1, heartbeatMs: 600 });
    const online = () => onlineOf(one.id, two.id);
    for (const { id } of [one, two]) presence.arrive(companyId, id);
    await expect.poll(online).toEqual([one.id, two.id]);
    presence.beat(two.id);
    for (const { id } of [one, two]) presence.leave(companyId, id);
    await expect.poll(online, { interval: 10 }).toEqual([two.id]);
    await expect.poll(online).toEqual([]);
    await presence.stop();
  });

  test('several processes agree on who is online, whichever starts, ends or dies', async () => {
    const { companyId, ana: one, bruno: two } = other;
    const online = () => onlineOf(one.id, two.id);
    const [first, second] = [presenceOf({ renewMs: 50 }), presenceOf({ renewMs: 50 })];
    await first.start();
    first.arrive(companyId, one.id);
    await expect.poll(online).toEqual([one.id]);
    await second.start();
    expect(await online()).toEqual([one.id]);
    for (const presence of [first, second]) presence.arrive(companyId, two.id);
    await expect.poll(online).toEqual([one.id, two.id]);
    await second.stop();
    expect(await online()).toEqual([one.id, two.id]);

    const died = presenceOf({ renewMs: 50 });
    await first.stop();
    expect(await online()).toEqual([]);
    died.arrive(companyId, one.id);
    await expect.poll(online).toEqual([one.id]);
    // It never renews what it said, as it was not started.
    const third = presenceOf({ renewMs: 50 });
    await third.start();
    await expect.poll(online).toEqual([]);
    await third.stop();
  });

  test('a process that stood still takes nobody offline who is there', async () => {
    const { companyId, ana: one } = other;
    const watcher = await live(await server.openSession(other.admin));
    const presence = presenceOf({ renewMs: 300 });
    await presence.start();
    presence.arrive(companyId, one.id);
    await watcher.event('user', ({ record }) => record.id === one.id && record.online === true);
    await server.admin`update presences set until = now() - interval '1 hour' where user_id = ${one.id}`;
    await expect
      .poll(() => server.admin`select from presences where user_id = ${one.id} and until > now()`)
      .toHaveLength(1);
    await presence.stop();
    await watcher.event('user', ({ record }) => record.id === one.id && record.online === false);
    const turns = watcher.events().filter(({ record }) => (record as { id?: number }).id === one.id);
    expect(turns.map(({ record }) => (record as { online?: boolean }).online)).toEqual([true, false]);
    watcher.cut();
  });

  test('a person has five lines at most, of consoles and programs together', async () => {
    const session = await server.openSession(other.bruno);
    const lines = [await live(session), await live(session), await live(session), await live(session)];
    const desk = server.console(session);
    await desk.live();
    expect(await listen(session).closed).toBe(CLOSE.tooManyConnections);
    for (const line of [...lines, desk]) line.cut();
  });
});

describe('hostile frames are answered with a code and a close', () => {
  const cases: [string, Record<string, unknown>[], number][] = [
    ['an unknown word', [{ type: 'shutdown' }], CLOSE.protocolError],
    ["a console's word", [{ type: 'push', mutations: [] }], CLOSE.protocolError],
    ['two subscriptions', [{ type: 'subscribe', protocol: 1, token: 'x' }], CLOSE.protocolError],
    ['a ticket by name', [{ type: 'joinChatBox', ticketId: '1 or 1=1' }], CLOSE.protocolError],
    [
      'a frame too long',
      [{ type: 'ping', t: 1, more: 'x'.repeat(LIVE_LIMITS.frameChars) }],
      CLOSE.protocolError,
    ],
    ['a flood', Array.from({ length: 700 }, (_, t) => ({ type: 'ping', t })), 1008],
    ['a forged token', [{ type: 'auth', token: 'x' }], CLOSE.tokenInvalid],
  ];
  test.each(cases)('%s', async (_name, frames, code) => {
    const listener = await live(ana);
    for (const frame of frames) listener.send(frame);
    expect(await listener.closed).toBe(code);
    expect(listener.frames.some(({ type }) => type === 'error')).toBe(true);
  });

  test('a subscription without a right to one', async () => {
    const forged = listen({ ...ana, token: `${ana.token}x` });
    expect(await forged.closed).toBe(CLOSE.tokenInvalid);
    const old = listen(ana, { hello: { protocol: 0 } });
    expect(await old.closed).toBe(CLOSE.protocolTooOld);
    for (const listener of [forged, old]) expect(listener.events()).toEqual([]);
  });

  test('more conversations than a person has open', async () => {
    const ticket = await waitingTicket(company, company.queues.support, 'Uma');
    const [first, ...tickets] = await Promise.all(
      Array.from({ length: LIVE_LIMITS.chatBoxes + 1 }, (_, n) =>
        n === 0 ? ticket : waitingTicket(company, company.queues.support, `T${n}`),
      ),
    );
    const listener = await live(ana);
    for (const one of tickets) listener.send({ type: 'joinChatBox', ticketId: one.id });
    await listener.frame('joined', (frame) => frame.ticketId === tickets.at(-1)?.id);
    listener.send({ type: 'joinChatBox', ticketId: first?.id });
    expect(await listener.frame('error')).toMatchObject({ code: 'ERR_TOO_MANY_REQUESTS' });
    listener.cut();
  });

  test('nobody else is harmed', async () => {
    const { tickets } = await server.call(listTickets, { token: ana.token });
    expect(tickets.length).toBeGreaterThan(0);
    expect(server.errors()).toEqual([]);
  });
});
