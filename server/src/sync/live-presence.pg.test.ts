import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createContactList } from '@balcao/shared/features/contact-lists/calls.ts';
import { createContactListItem, deleteContactListItem } from '@balcao/shared/features/contact-lists/items.ts';
import { listTickets } from '@balcao/shared/features/tickets/calls.ts';
import { CLOSE } from '@balcao/shared/sync/frames.ts';
import { LIVE_LIMITS } from '@balcao/shared/sync/live.ts';
import { ANNOUNCEMENT_EVENT, LIVE_EVENT_NAMES } from '@balcao/shared/sync/live-events.ts';
import { describe, expect, test } from 'vitest';
import { startFaultProxy } from '../../test/fault-proxy.ts';
import { createPresence } from './presence.ts';
import { addMessage } from './testing/data.ts';
import {
  ana,
  company,
  listen,
  live,
  other,
  prepare,
  server,
  settle,
  signInAgain,
  waitingTicket,
} from './testing/live.ts';

prepare();

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
  const list = await server.call(createContactList, {
    body: { name: 'Clientes', basis: { kind: 'customer' } },
    token,
  });
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
  await signInAgain();
});

describe('who is there', () => {
  /** The presence that one process has. */
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
    await signInAgain();
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
