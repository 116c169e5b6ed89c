import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DRAFT_MAX_CHARS } from '@balcao/shared/bridge/composer.ts';
import type { EventData, EventName } from '@balcao/shared/bridge/events.ts';
import type { MethodInput, MethodOutput } from '@balcao/shared/bridge/methods.ts';
import { CONSOLE_VERSION_HEADER } from '@balcao/shared/constants.ts';
import type { RowSet } from '@balcao/shared/sync/entities.ts';
import { CLOSE, type FetchFrame } from '@balcao/shared/sync/frames.ts';
import Sqlite from 'better-sqlite3';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  connectionRow,
  contactRow,
  messageRow,
  minute,
  queueRow,
  ticketRow,
  ticketUuid,
} from '../../test/rows.ts';
import { PASSWORD, type StubServer, startStubServer, stubUser } from '../../test/stub-server.ts';
import { createTempDir } from '../../test/temp-dir.ts';
import { type BridgeClient, createBridgeClient } from '../bridge/client.ts';
import { createDispatcher } from '../bridge/dispatcher.ts';
import { connectMemory } from '../bridge/memory.ts';
import { createFakeHost, type FakeHost } from '../hosts/fake/fake-host.ts';
import { type Core, createCore } from './core.ts';
import { packet, webm } from './media/testing/webm.ts';
import { EMPTY_DRAFT } from './store/drafts.ts';
import type { Recovery } from './workspace.ts';

const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
const LOGIN = { email: stubUser.email, password: PASSWORD };
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let temp: ReturnType<typeof createTempDir>;
let server: StubServer;
let consoles: Console[];

beforeEach(async () => {
  temp = createTempDir();
  server = await startStubServer();
  server.sync.rows = rows();
  consoles = [];
});
afterEach(async () => {
  for (const console of consoles) await console.stop();
  await server.close();
  temp.remove();
});

/** Ticket 1 waits, 2 is mine, 3 is a colleague's; 2 has a history. */
const rows = (): RowSet[] => [
  { entity: 'queue', rows: [queueRow] },
  { entity: 'connection', rows: [connectionRow] },
  { entity: 'contact', rows: [1, 2, 3].map((id) => contactRow(id)) },
  {
    entity: 'ticket',
    rows: [
      ticketRow(1, { unreadMessages: 2 }),
      ticketRow(2, { status: 'open', userId: stubUser.id }),
      ticketRow(3, { status: 'open', userId: 99 }),
    ],
  },
  { entity: 'message', rows: [21, 22, 23].map((id) => messageRow(id, 2)) },
];

interface Console {
  screen: BridgeClient;
  host: FakeHost;
  core: Core;
  /** The next event that fits, from now on or already heard. */
  heard<E extends EventName>(event: E, fits: (data: EventData<E>) => boolean): Promise<EventData<E>>;
  live(): Promise<void>;
  stop(): Promise<void>;
}

/** Something new of this person's. */
const made = () => ({ id: uuidv7(), userId: stubUser.id });

/** What is written where nothing stood. */
const begun = (body: string, ...mediaIds: string[]) => ({
  ticketId: 2,
  userId: stubUser.id,
  base: EMPTY_DRAFT,
  draft: { ...EMPTY_DRAFT, body, files: mediaIds.map((mediaId) => ({ mediaId, caption: '' })) },
});

/** The program, started on this computer's disk as often as a test wants. */
const disk = () => ({ settings: new Map<string, unknown>(), secrets: new Map<string, string>() });

async function start(
  kept = disk(),
  serverUrl: string | null = `${server.url}/`,
  recovery: Recovery | null = null,
): Promise<Console> {
  const host = createFakeHost({ dataDir: temp.dir, ...kept });
  const core = await createCore({ host, serverUrl, version: '1.2.3', log, recovery });
  const unexpected: unknown[] = [];
  const dispatch = createDispatcher(core.handlers, (error) => unexpected.push(error));
  const screen = createBridgeClient(connectMemory({ dispatch, on: core.on }));
  const self: Console = {
    screen,
    host,
    core,
    heard: (event, fits) =>
      new Promise((resolve) => {
        const stop = screen.on(event, (data) => {
          if (!fits(data)) return;
          stop();
          resolve(data);
        });
      }),
    async live() {
      const reached = self.heard('sync.status', ({ phase }) => phase === 'live');
      if ((await screen.invoke('sync.status')).phase !== 'live') await reached;
    },
    async stop() {
      screen.close();
      await core.stop();
      expect(unexpected).toEqual([]);
    },
  };
  consoles.push(self);
  return self;
}

async function signIn(kept = disk()): Promise<Console> {
  const console = await start(kept);
  await console.screen.invoke('session.login', LOGIN);
  await console.live();
  return console;
}

/** Somebody else's server, which answers everything with a page. */
async function startOther() {
  const other = createServer((_request, response) => response.end('<html>'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  return { server: other, url: `http://127.0.0.1:${(other.address() as AddressInfo).port}` };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error) => error.code,
  );

describe('a console', () => {
  it('says that the disk is full when there is no room for the data of whoever signs in', async () => {
    const { screen, host } = await start();
    const { dataDir } = host;
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    Object.defineProperty(host, 'dataDir', {
      configurable: true,
      get() {
        throw full;
      },
    });
    expect(await codeOf(screen.invoke('session.login', LOGIN))).toBe('ERR_DISK_FULL');
    Object.defineProperty(host, 'dataDir', { value: dataDir });
    expect((await screen.invoke('session.login', LOGIN)).user).toEqual(stubUser);
  });

  it('starts without a network, with yesterday’s data, drafts and commands, and sends them later', async () => {
    const kept = disk();
    const tag = { id: 4, name: 'Frete', color: '#0c8599', kanban: 0 as const };
    const reply = {
      id: 5,
      shortcode: 'pix',
      message: 'A chave é…',
      geral: true,
      status: true,
      userId: null,
      queueId: null,
    };
    server.sync.rows = [
      ...rows(),
      { entity: 'tag', rows: [tag] },
      { entity: 'quickMessage', rows: [{ ...reply, media: null }] },
    ];
    const mediaId = crypto.randomUUID();
    server.downloads.set(mediaId, { bytes: Buffer.from('opened'), mime: 'text/plain', name: 'a.txt' });
    const first = await signIn(kept);
    await first.core.openMedia(mediaId);
    await first.screen.invoke('drafts.set', begun('Ainda estou esc'));
    await first.stop();
    const port = Number(new URL(server.url).port);
    await server.close();

    const second = await start(kept);
    expect(await second.screen.invoke('session.get')).toEqual({
      serverUrl: server.url,
      user: stubUser,
      endedBy: null,
    });
    const { tickets } = await second.screen.invoke('tickets.list', { status: 'open', limit: 10 });
    expect(tickets.map(({ id }) => id)).toEqual([2]);
    expect(await second.screen.invoke('drafts.get', { ticketId: 2, userId: stubUser.id })).toMatchObject({
      body: 'Ainda estou esc',
    });
    expect((await second.screen.invoke('sync.status')).hasData).toBe(true);
    const history = { ticketId: 2, before: null, limit: 10 };
    const read = {
      messages: (await second.screen.invoke('messages.list', history)).messages.length,
      contact: (await second.screen.invoke('contacts.get', { id: 2 })).name,
      tags: await second.screen.invoke('rows.tag'),
      replies: (await second.screen.invoke('rows.quickMessage')).map(({ shortcode }) => shortcode),
      file: readFileSync((await second.core.openMedia(mediaId)).path, 'utf8'),
    };
    expect(read).toMatchObject({
      messages: 3,
      contact: 'Cliente 2',
      tags: [{ name: 'Frete' }],
      replies: ['pix'],
      file: 'opened',
    });

    await second.screen.invoke('tickets.accept', { ticketId: 1 });
    const { id } = await second.screen.invoke('messages.send', { ticketId: 1, body: 'Bom dia' });
    expect((await second.screen.invoke('tickets.get', { uuid: ticketUuid(1) })).userId).toBe(stubUser.id);
    const page = await second.screen.invoke('messages.list', { ticketId: 1, before: null, limit: 10 });
    expect(page.messages.map((message) => [message.id, message.delivery])).toEqual([[id, 'queued']]);

    server = await startStubServer(port);
    server.sync.rows = rows();
    const sent = second.heard('sync.status', ({ phase, queued }) => phase === 'live' && queued === 0);
    // The stub has forgotten every session, as a restored server would: signing in again keeps what was queued.
    await second.heard('session.changed', ({ endedBy }) => endedBy === 'ERR_SESSION_EXPIRED');
    await second.screen.invoke('session.login', LOGIN);
    await sent;
    // Repeated under its number a command happens once.
    const pushed = new Map(server.sync.pushed.map(({ seq, name }) => [seq, name]));
    expect([...pushed]).toEqual([
      [1, 'ticket.accept'],
      [2, 'message.send'],
    ]);
  });

  it('notifies of customers, but not in the ticket that is open on the screen', async () => {
    const { screen, host, heard } = await signIn();
    await expect.poll(() => host.status?.unread).toBe(1);
    await screen.invoke('sync.interest', { ticketIds: [2], focused: true });
    const now = () => new Date().toISOString();
    const write = (id: number, ticketId: number, status: 'pending' | 'open') =>
      server.sync.put(
        {
          entity: 'ticket',
          rows: [
            ticketRow(ticketId, {
              status,
              userId: status === 'open' ? stubUser.id : null,
              unreadMessages: 1,
              lastMessageAt: now(),
            }),
          ],
        },
        { entity: 'message', rows: [messageRow(id, ticketId, { createdAt: now() })] },
      );
    const shown = heard('notification.shown', () => true);
    write(31, 2, 'open');
    write(32, 1, 'pending');
    expect(await shown).toMatchObject({
      key: ticketUuid(1),
      title: 'Cliente 1',
      body: 'mensagem 32',
      sound: true,
    });
    expect(host.notices.map(({ key }) => key)).toEqual([ticketUuid(1)]);
    await expect.poll(() => host.status?.unread).toBe(2);

    const place = heard('navigate.to', () => true);
    host.command({ kind: 'navigate', path: `/tickets/${ticketUuid(1)}` });
    expect(await place).toEqual({ path: `/tickets/${ticketUuid(1)}` });
  });

  it('asks for older messages while it can, and says when it cannot', async () => {
    server.sync.page = (frame) =>
      frame.what === 'messages' && frame.before
        ? { sets: [{ entity: 'message', rows: [18, 19, 20].map((id) => messageRow(id, 2)) }], hasMore: true }
        : { sets: [{ entity: 'message', rows: [21, 22, 23].map((id) => messageRow(id, 2)) }], hasMore: true };
    const { screen } = await signIn();
    const newest = await screen.invoke('messages.list', { ticketId: 2, before: null, limit: 3 });
    expect(newest.messages.map(({ body }) => body)).toEqual(['mensagem 21', 'mensagem 22', 'mensagem 23']);
    expect([newest.hasMore, newest.incomplete]).toEqual([true, false]);

    const keyOf = (page: typeof newest) => {
      const { createdAt, id } = page.messages[0]!;
      return { createdAt, id };
    };
    const older = await screen.invoke('messages.list', { ticketId: 2, before: keyOf(newest), limit: 3 });
    expect(older.messages.map(({ body }) => body)).toEqual(['mensagem 18', 'mensagem 19', 'mensagem 20']);
    expect([older.hasMore, older.incomplete]).toEqual([true, false]);

    await server.close();
    const none = await screen.invoke('messages.list', { ticketId: 2, before: keyOf(older), limit: 3 });
    expect(none).toMatchObject({ messages: [], hasMore: true, incomplete: true });
  });

  it('pages through closed tickets without leaving any out', async () => {
    const closed = Array.from({ length: 130 }, (_, index) => {
      const at = { contactId: 1, lastMessageAt: minute(-index) };
      return ticketRow(1_000 - index, { status: 'closed', userId: stubUser.id, ...at });
    });
    // One old ticket is cached already, by itself: a page must not end at it.
    server.sync.rows.push({ entity: 'ticket', rows: [closed[120]!] });
    server.sync.page = (frame: FetchFrame) => {
      if (frame.what !== 'closedTickets') return { sets: [], hasMore: false };
      const from = frame.before ? closed.findIndex(({ id }) => id === frame.before?.id) + 1 : 0;
      const page = closed.slice(from, from + frame.limit);
      return { sets: [{ entity: 'ticket', rows: page }], hasMore: from + frame.limit < closed.length };
    };
    const { screen } = await signIn();
    const read = (reach: number): Promise<MethodOutput<'tickets.list'>> =>
      screen.invoke('tickets.list', { status: 'closed', limit: 25, reach });
    const first = await read(25);
    expect(first.ids).toEqual(closed.slice(0, first.ids.length).map(({ id }) => id));
    expect([first.tickets.length, first.hasMore]).toEqual([25, true]);
    expect(await screen.invoke('tickets.counts', null)).toMatchObject({
      closed: first.ids.length,
      closedIsAll: false,
    });
    const all = await read(closed.length + 1);
    expect([all.ids, all.hasMore]).toEqual([closed.map(({ id }) => id), false]);
    expect(await screen.invoke('tickets.counts', null)).toMatchObject({
      closed: closed.length,
      closedIsAll: true,
    });

    const asked = server.sync.fetches.filter(({ what }) => what === 'closedTickets').length;
    await read(25);
    expect(server.sync.fetches.filter(({ what }) => what === 'closedTickets')).toHaveLength(asked);
  });

  it('lists what is one’s own or waits, to whoever may see every ticket all of them, and lets everybody search', async () => {
    const { screen } = await signIn();
    const list = async (input: Partial<MethodInput<'tickets.list'>>) =>
      (await screen.invoke('tickets.list', { status: 'open', limit: 9, ...input })).ids;
    expect([await list({}), await list({ status: null, search: 'cliente' })]).toEqual([[2], [3, 2, 1]]);
    expect(await screen.invoke('tickets.counts', null)).toMatchObject({ open: 1, pending: 1, unread: 1 });

    server.answerAs({ ...stubUser, profile: 'supervisor' });
    await screen.invoke('session.refreshUser');
    expect([await list({}), await list({ filter: { all: false } })]).toEqual([[3, 2], [2]]);
    expect(await screen.invoke('tickets.counts', null)).toMatchObject({ open: 2, pending: 1 });
  });

  it('finds a ticket by its link, also when it is not cached', async () => {
    server.sync.page = (frame) =>
      frame.what === 'ticket' && frame.uuid === ticketUuid(50)
        ? {
            sets: [
              { entity: 'contact', rows: [contactRow(50)] },
              { entity: 'ticket', rows: [ticketRow(50, { status: 'closed' })] },
            ],
            hasMore: false,
          }
        : { sets: [], hasMore: false };
    const { screen } = await signIn();
    expect((await screen.invoke('tickets.get', { uuid: ticketUuid(50) })).contact.name).toBe('Cliente 50');
    expect(await codeOf(screen.invoke('tickets.get', { uuid: ticketUuid(51) }))).toBe('ERR_NO_TICKET_FOUND');
  });

  it('uploads a file before the message that needs it', async () => {
    const { screen, heard } = await signIn();
    const { mediaId, url } = await screen.invoke('media.add', { name: 'ção.png', bytes: PNG });
    const queued = heard('sync.status', ({ queued }) => queued === 1);
    await screen.invoke('messages.send', { ticketId: 2, body: '', mediaId });
    await queued;
    const sent = heard('sync.status', (status) => status.queued === 0);
    const { messages } = await screen.invoke('messages.list', { ticketId: 2, before: null, limit: 10 });
    expect(messages.at(-1)).toMatchObject({
      mediaType: 'image',
      mediaUrl: url,
      media: { id: mediaId, mime: 'image/png' },
    });
    await sent;
    const upload = server.uploads.get(mediaId);
    expect(upload?.bytes.toString('base64')).toBe(PNG);
    expect(upload?.headers).toMatchObject({
      'content-type': 'image/png',
      'x-file-name': '%C3%A7%C3%A3o.png',
    });
    expect(server.sync.pushed.map(({ args }) => args)).toMatchObject([{ mediaId }]);
    expect(await codeOf(screen.invoke('messages.send', { ticketId: 2, body: ' ' }))).toBe('ERR_VALIDATION');
    const unknown = screen.invoke('messages.send', { ticketId: 2, body: '', mediaId: crypto.randomUUID() });
    expect(await codeOf(unknown)).toBe('ERR_NO_MEDIA_FOUND');
  });

  it('takes every kind of words back to where they were written; other commands are only taken out', async () => {
    const kept = disk();
    await (await signIn(kept)).stop();
    await server.close();
    const { screen } = await start(kept);
    server = await startStubServer();
    const say = (body: string, mediaId: string | null = null) =>
      screen.invoke('messages.send', { ticketId: 2, body, mediaId });
    await say('Um texto');
    await say('Uma foto', (await screen.invoke('media.add', { name: 'a.png', bytes: PNG })).mediaId);
    const bytes = webm(Array.from({ length: 50 }, () => packet(40))).toString('base64');
    const voice = await screen.invoke('media.addVoice', {
      bytes,
      waveform: Array.from({ length: 64 }, () => 9),
    });
    await say('', voice.mediaId);
    await screen.invoke('notes.add', { ...made(), ticketId: 2, body: 'Só para nós' });
    const planned = { contactId: 2, body: 'Para amanhã', sendAt: minute(99), mediaId: null };
    await screen.invoke('schedules.create', { ...made(), ...planned });
    const [newest] = (await screen.invoke('messages.list', { ticketId: 2, before: null, limit: 1 })).messages;
    await screen.invoke('messages.edit', { id: newest!.id, ticketId: 2, body: 'Só para mim' });
    await screen.invoke('tickets.setTags', { ticketId: 2, tagIds: [], before: [] });
    const list = async () => (await screen.invoke('outbox.list')).items;
    // A ticket whose row is not here may wait for the server as well.
    await screen.invoke('tickets.accept', { ticketId: 70 });
    expect(await screen.invoke('tickets.waiting', { ids: [1, 2, 70] })).toEqual([2, 70]);
    expect(
      (await list()).map(({ name, editable, ticketUuid: of }) => [name, editable, of === ticketUuid(2)]),
    ).toEqual([
      ['message.send', true, true],
      ['message.send', true, true],
      ['message.send', true, true],
      ['note.add', true, true],
      ['schedule.create', true, true],
      ['message.edit', false, true],
      ['ticket.setTags', false, true],
      ['ticket.accept', false, false],
    ]);
    for (const { position, editable } of (await list()).toReversed())
      await screen.invoke(editable ? 'outbox.edit' : 'outbox.remove', { position });
    expect(await list()).toEqual([]);
    expect(await screen.invoke('drafts.get', { ticketId: 2, userId: stubUser.id })).toMatchObject({
      mode: 'message',
      body: 'Um texto\nPara amanhã',
      note: 'Só para nós',
      files: [{ caption: 'Uma foto' }, { mediaId: voice.mediaId, caption: '' }],
    });
  });

  it('shows connections without a server and refuses to change them', async () => {
    const { screen } = await signIn();
    expect(await codeOf(screen.invoke('connections.start', { id: 1 }))).toBe('ERR_NO_WAPP_FOUND');
    await server.close();
    expect((await screen.invoke('rows.connection')).map(({ name }) => name)).toEqual(['Loja']);
    const code = await codeOf(screen.invoke('connections.start', { id: 1 }));
    expect(['ERR_OFFLINE', 'ERR_SERVER_UNREACHABLE']).toContain(code);
  });

  it('works with the server that was chosen, once a server of ours has answered there', async () => {
    const kept = disk();
    const { screen, host } = await start(kept, null);
    expect((await screen.invoke('session.get')).serverUrl).toBe('');
    const choose = (address: string) => codeOf(screen.invoke('server.choose', { address }));
    expect([
      await choose('ftp://x'),
      await choose('http://example.com'),
      await choose('http://127.0.0.1:1'),
    ]).toEqual(['ERR_VALIDATION', 'ERR_VALIDATION', 'ERR_SERVER_UNREACHABLE']);
    const { server: other, url } = await startOther();
    expect(await choose(url)).toBe('ERR_NO_BALCAO_FOUND');
    other.close();
    expect(host.startedAnew).toBe(0);
    await screen.invoke('server.choose', { address: `${server.url}/` });
    await expect.poll(() => host.startedAnew).toBe(1);

    const next = await start(kept, null);
    expect((await next.screen.invoke('session.get')).serverUrl).toBe(server.url);
    expect((await next.screen.invoke('settings.get')).firstSteps).toBe(true);
    await next.screen.invoke('session.login', LOGIN);
    await next.live();
  });

  it('answers and accepts from a notification, and keeps as a draft what cannot be sent', async () => {
    const { screen, host, heard } = await signIn();
    host.command({ kind: 'reply', ticketUuid: ticketUuid(1), text: ' Já respondo ' });
    host.command({ kind: 'accept', ticketUuid: ticketUuid(2) });
    await expect
      .poll(() => server.sync.pushed.map(({ name }) => name))
      .toEqual(['ticket.accept', 'message.send', 'ticket.markRead', 'ticket.markRead']);
    expect(server.sync.pushed[1]!.args).toMatchObject({ ticketId: 1, body: 'Já respondo' });

    const place = heard('navigate.to', () => true);
    host.command({ kind: 'reply', ticketUuid: ticketUuid(3), text: 'Para a colega' });
    expect(await place).toEqual({ path: `/tickets/${ticketUuid(3)}` });
    expect((await screen.invoke('drafts.get', { ticketId: 3, userId: stubUser.id })).body).toBe(
      'Para a colega',
    );
  });

  it('is silenced, and led to who has waited longest, from outside its windows', async () => {
    const { screen, host, heard } = await signIn();
    expect(host.status).toMatchObject({ phase: 'live', silent: false, language: 'pt' });
    host.command({ kind: 'pause', minutes: null });
    expect(host.status?.silent).toBe(true);
    host.command({ kind: 'pause', minutes: 30 });
    const { notifications } = await screen.invoke('settings.get');
    expect(Date.parse(notifications.pausedUntil ?? '') - Date.now()).toBeLessThanOrEqual(30 * 60_000);
    host.command({ kind: 'pause', minutes: 0 });
    expect(host.status?.silent).toBe(false);
    const place = heard('navigate.to', () => true);
    host.command({ kind: 'nextWaiting' });
    expect(await place).toEqual({ path: `/tickets/${ticketUuid(1)}` });
  });

  it('tells whose it is, what waits, and what the system has not shown', async () => {
    const { screen, host, heard } = await start();
    const nobody = { serverUrl: server.url, person: null, company: null, companyId: null };
    expect(host.status).toMatchObject({ account: nobody, queued: 0, accountName: null });
    await screen.invoke('session.login', LOGIN);
    const { name: person, company, companyId } = stubUser;
    const account = { serverUrl: server.url, person, company: company.name, companyId };
    expect(host.status).toMatchObject({ account });
    const failed = heard('notification.failed', () => true);
    host.command({ kind: 'notificationFailed', key: 'test' });
    expect(await failed).toEqual({ key: 'test' });
    expect(await screen.invoke('accounts.list')).toEqual([]);
  });

  it('begins after crashes without how it was looked at, then without copies, and never without what was written', async () => {
    const kept = disk();
    const first = await signIn(kept);
    await first.screen.invoke('tickets.setView', { filter: { unread: true } });
    await first.screen.invoke('settings.set', { contactPanelOpen: true });
    const { draft, ...known } = begun('Ainda estou esc');
    await first.screen.invoke('drafts.set', { ...known, draft });
    await first.stop();
    await server.close();
    const found = async (recovery: Recovery | null) => {
      const next = await start(kept, server.url, recovery);
      const { screen } = next;
      const result = [
        (await screen.invoke('tickets.view')).filter.unread,
        (await screen.invoke('settings.get')).contactPanelOpen,
        (await screen.invoke('sync.status')).hasData,
        (await screen.invoke('drafts.get', { ticketId: 2, userId: stubUser.id })).body,
      ];
      await next.stop();
      return result;
    };
    expect([await found(null), await found('view'), await found('cache')]).toEqual([
      [true, true, true, draft.body],
      [false, false, true, draft.body],
      [false, false, false, draft.body],
    ]);
  });

  it('signs out when the account is opened elsewhere, and says so once', async () => {
    const kept = disk();
    const { screen, heard, host } = await signIn(kept);
    const changed = heard('session.changed', ({ user }) => user === null);
    server.sync.kick(CLOSE.takenOver);
    expect((await changed).endedBy).toBe('ERR_SESSION_TAKEN_OVER');
    expect((await screen.invoke('sync.status')).phase).toBe('signedOut');
    expect(await codeOf(screen.invoke('tickets.counts', null))).toBe('ERR_SESSION_EXPIRED');
    expect(host.status?.unread).toBe(0);
    expect([...kept.secrets]).toEqual([]);
    const next = await start(kept);
    expect((await next.screen.invoke('session.get')).user).toBeNull();
  });

  it('leaves nothing of customers on the computer of somebody who has left, and all that the agent wrote', async () => {
    const onDisk = () =>
      readdirSync(temp.dir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
        .join();
    const enter = async (console: Console) => {
      await console.screen.invoke('session.login', LOGIN);
      await console.live();
    };
    const mediaId = crypto.randomUUID();
    server.downloads.set(mediaId, { bytes: Buffer.from('CANARY'), mime: 'text/plain', name: 'a.txt' });
    const { screen, heard, ...rest } = await signIn();
    await rest.core.openMedia(mediaId);
    const sent = await screen.invoke('media.add', { name: 'b.txt', bytes: btoa('to be sent') });
    const refused = await screen.invoke('media.add', { name: 'c.txt', bytes: btoa('was refused') });
    server.sync.refusal = 'ERR_TICKET_CLOSED';
    await screen.invoke('messages.send', { ticketId: 2, body: '', mediaId: refused.mediaId });
    await expect
      .poll(async () => (await screen.invoke('outbox.list', null)).items)
      .toMatchObject([{ refusal: { code: 'ERR_TICKET_CLOSED' } }]);
    server.sync.refusal = null;
    await screen.invoke('drafts.set', begun('ainda escrevo', sent.mediaId));
    const mine = ['ainda escrevo', 'to be sent', 'was refused'];
    const theirs = ['mensagem 21', 'Cliente 2', 'CANARY'];
    for (const text of [...mine, ...theirs]) expect(onDisk()).toContain(text);

    const gone = heard('session.changed', ({ user }) => user === null);
    server.sync.kick(CLOSE.takenOver);
    await gone;
    await expect.poll(() => theirs.filter((text) => onDisk().includes(text))).toEqual([]);
    for (const text of mine) expect(onDisk()).toContain(text);

    await enter({ screen, heard, ...rest });
    expect(await screen.invoke('drafts.get', { ticketId: 2, userId: stubUser.id })).toMatchObject({
      body: 'ainda escrevo',
    });
    expect((await screen.invoke('tickets.counts', null)).open).toBe(1);
    expect(await rest.core.openMedia(sent.mediaId)).toMatchObject({ name: 'b.txt' });
    expect(await rest.core.openMedia(refused.mediaId)).toMatchObject({ name: 'c.txt' });
    expect(onDisk()).toContain('mensagem 21');
    await screen.invoke('session.logout');
    await expect.poll(() => theirs.filter((text) => onDisk().includes(text))).toEqual([]);
    for (const text of mine) expect(onDisk()).toContain(text);

    await enter({ screen, heard, ...rest });
    server.revoke('ERR_USER_DELETED');
    const deleted = heard('session.changed', ({ endedBy }) => endedBy === 'ERR_USER_DELETED');
    server.sync.kick(CLOSE.tokenInvalid);
    await deleted;
    await expect.poll(() => [...mine, ...theirs].filter((text) => onDisk().includes(text))).toEqual([]);
  });

  it('is left also when its database cannot be read, with every file that may be unsent', async () => {
    const { screen, core } = await signIn();
    const { mediaId } = await screen.invoke('media.add', { name: 'b.txt', bytes: btoa('to be sent') });
    await screen.invoke('media.drop', { mediaId });
    const [account = ''] = readdirSync(join(temp.dir, 'accounts'));
    const pending = new Sqlite(join(temp.dir, 'accounts', account, 'pending.db'));
    pending.exec('drop table draft');
    pending.close();
    await screen.invoke('session.logout');
    expect((await screen.invoke('session.get')).user).toBeNull();
    expect((await screen.invoke('sync.status')).phase).toBe('signedOut');
    await core.stop();
    expect(readFileSync(join(temp.dir, 'accounts', account, 'media', mediaId), 'utf8')).toBe('to be sent');
  });

  it('keeps nothing of a contact who was erased, in no row, index, log or file', async () => {
    const photo = crypto.randomUUID();
    const sent = crypto.randomUUID();
    const png = { bytes: Buffer.from(PNG, 'base64'), mime: 'image/png', name: 'retrato-de-Zenobia.png' };
    const media = {
      ...{ id: sent, state: 'stored' as const, mime: 'image/png', size: png.bytes.length, name: png.name },
      ...{ width: 1, height: 1, seconds: null, voice: false, waveform: null },
    };
    server.downloads.set(`${photo}/thumbnail`, png).set(sent, png).set(`${sent}/thumbnail`, png);
    server.sync.rows = [
      { entity: 'queue', rows: [queueRow] },
      { entity: 'connection', rows: [connectionRow] },
      {
        entity: 'contact',
        rows: [contactRow(1), contactRow(5, { name: 'Zenobia', profilePicUrl: `/media/${photo}` })],
      },
      { entity: 'ticket', rows: [ticketRow(1), ticketRow(5, { lastMessage: 'adeus Zenobia' })] },
      { entity: 'message', rows: [messageRow(51, 5, { body: 'sou Zenobia', media })] },
    ];
    const { core, screen } = await signIn();
    for (const name of [`${sent}.thumbnail`, sent, `${photo}.thumbnail`]) await core.openMedia(name);
    const attached = await screen.invoke('media.add', { name: 'a.txt', bytes: btoa('ficha de Zenobia') });
    await screen.invoke('drafts.set', { ...begun('Até logo'), ticketId: 1 });
    await screen.invoke('drafts.set', { ...begun('Até logo', attached.mediaId), ticketId: 5 });
    const named = () =>
      readdirSync(temp.dir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((path) => /enobia/i.test(readFileSync(path, 'latin1')));
    expect(named().length).toBeGreaterThan(3);
    server.sync.erase(
      { entity: 'message', ids: [messageRow(51, 5).id] },
      { entity: 'ticket', ids: ['5'] },
      { entity: 'contact', ids: ['5'] },
    );
    await expect.poll(named).toEqual([]);
    expect(await screen.invoke('contacts.search', { text: 'zenobia', limit: 9 })).toEqual([]);
    expect((await screen.invoke('drafts.list')).map(({ ticketId }) => ticketId)).toEqual([1]);
  });

  it('holds on to a file that was handed over for as long as somebody may send it', async () => {
    const kept = disk();
    const first = await signIn(kept);
    const held = async ({ screen }: Console) => (await screen.invoke('storage.usage')).unsentFiles;
    const add = async (name: string) =>
      (await first.screen.invoke('media.add', { name, bytes: btoa(name) })).mediaId;
    const written = await add('written.txt');
    await first.screen.invoke('drafts.set', begun('', written));
    await add('under-way.txt');
    const refused = await add('refused.txt');
    expect(await held(first)).toBe(3);
    server.answerWith((_request, response) => response.writeHead(500).end('{}'));
    expect(await codeOf(first.screen.invoke('media.upload', { mediaId: refused }))).not.toBe('no error');
    server.answerWith(null);
    expect(await held(first)).toBe(2);
    await first.stop();

    const second = await start(kept);
    expect(await held(second)).toBe(1);
    await second.screen.invoke('storage.clear', { what: 'files' });
    expect(await second.core.openMedia(written)).toMatchObject({ name: 'written.txt' });
  });

  it('encrypts what it keeps when it is asked to, and says so when the key is gone', async () => {
    const kept = disk();
    const first = await signIn(kept);
    await first.screen.invoke('drafts.set', begun('ainda escrevo'));
    const state = { possible: true, sealed: false, wanted: false, locked: 0 };
    expect(await first.screen.invoke('storage.protection', null)).toEqual(state);
    await first.screen.invoke('storage.protect', { sealed: true });
    await expect.poll(() => first.host.startedAnew).toBe(1);
    await first.stop();

    const second = await start(kept);
    expect(await second.screen.invoke('storage.protection', null)).toEqual({
      ...state,
      sealed: true,
      wanted: true,
    });
    expect(await second.screen.invoke('drafts.get', { ticketId: 2, userId: stubUser.id })).toMatchObject({
      body: 'ainda escrevo',
    });
    await second.stop();

    for (const name of [...kept.secrets.keys()])
      if (name.startsWith('databaseKey')) kept.secrets.delete(name);
    const third = await start(kept);
    await third.live();
    expect((await third.screen.invoke('storage.protection', null)).locked).toBe(1);
    expect(await third.screen.invoke('drafts.get', { ticketId: 2, userId: stubUser.id })).toMatchObject({
      body: '',
    });
    await third.screen.invoke('storage.clear', { what: 'locked' });
    expect((await third.screen.invoke('storage.protection', null)).locked).toBe(0);
  });

  it('says at the sign-in page too that the server wants a newer version, until it serves this one', async () => {
    const { screen, heard } = await start();
    const versions: unknown[] = [];
    server.answerWith(({ headers }, response) => {
      versions.push(headers[CONSOLE_VERSION_HEADER]);
      response.writeHead(426, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: 'ERR_PROTOCOL_TOO_OLD', message: 'too old', requestId: 'r-1' }));
    });
    const told = heard('sync.status', ({ reason }) => reason === 'ERR_PROTOCOL_TOO_OLD');
    expect(await codeOf(screen.invoke('session.login', LOGIN))).toBe('ERR_PROTOCOL_TOO_OLD');
    expect((await told).phase).toBe('signedOut');
    expect(versions).toEqual(['1.2.3']);
    server.answerWith(null);
    await screen.invoke('session.login', LOGIN);
    await screen.invoke('session.logout');
    expect((await screen.invoke('sync.status')).reason).toBeNull();
  });

  it('is signed out when the operator has blocked the company', async () => {
    const { heard } = await signIn();
    const changed = heard('session.changed', ({ user }) => user === null);
    server.sync.kick(CLOSE.companyBlocked, 'ERR_COMPANY_BLOCKED');
    expect((await changed).endedBy).toBe('ERR_COMPANY_BLOCKED');
  });

  it.each(['ERR_SUBSCRIPTION_EXPIRED', 'ERR_SECOND_FACTOR_SETUP'] as const)(
    'stays signed in with %s, knows anew who it is, and goes on when that has changed',
    async (reason) => {
      const { screen, heard, live } = await signIn();
      const stopped = heard('sync.status', ({ phase }) => phase === 'stopped');
      const known = heard('session.changed', ({ user }) => user?.mustSetUpSecondFactor === true);
      server.answerAs({ ...stubUser, mustSetUpSecondFactor: true });
      server.sync.kick(CLOSE.companyBlocked, reason);
      expect((await stopped).reason).toBe(reason);
      await known;
      server.answerAs(stubUser);
      expect((await screen.invoke('session.refreshUser')).user).toEqual(stubUser);
      await live();
    },
  );

  it('knows anew who it is when its rights or the options of the company change', async () => {
    const { screen, heard } = await signIn();
    const promoted = heard('session.changed', ({ user }) => user?.profile === 'admin');
    server.answerAs({ ...stubUser, profile: 'admin' });
    server.sync.put({ entity: 'setting', rows: [{ id: 'userRating', value: 'enabled' }] });
    await promoted;
    expect((await screen.invoke('session.get')).user?.profile).toBe('admin');
    const demoted = heard('session.changed', ({ user }) => user?.profile === 'user');
    server.answerAs(stubUser);
    server.sync.resync();
    await demoted;
  });

  it('keeps what belongs to one person from the next one, and gives it back', async () => {
    const { screen, live } = await signIn();
    await screen.invoke('drafts.set', begun('de Ana'));
    await screen.invoke('session.logout');
    server.answerAs({ ...stubUser, id: 8, name: 'Bia' });
    server.sync.rows = [{ entity: 'queue', rows: [queueRow] }];
    await screen.invoke('session.login', LOGIN);
    await live();
    expect(await screen.invoke('drafts.get', { ticketId: 2, userId: 8 })).toMatchObject({ body: '' });
    expect((await screen.invoke('tickets.list', { status: 'open', limit: 10 })).tickets).toEqual([]);
    await screen.invoke('session.logout');
    server.answerAs(stubUser);
    await screen.invoke('session.login', LOGIN);
    expect(await screen.invoke('drafts.get', { ticketId: 2, userId: stubUser.id })).toMatchObject({
      body: 'de Ana',
    });
    expect(readdirSync(join(temp.dir, 'accounts'))).toHaveLength(2);
  });
});

it('is quiet when nothing waits to be sent and nobody writes', async () => {
  const { screen, core, live } = await start();
  expect(core.isQuiet()).toBe(true);
  const busy = { screen: crypto.randomUUID(), busy: true };
  await screen.invoke('screen.busy', busy);
  expect(core.isQuiet()).toBe(false);
  await screen.invoke('screen.busy', { ...busy, busy: false });
  await screen.invoke('session.login', LOGIN);
  await live();
  expect([core.isQuiet(), (await screen.invoke('updates.get')).phase]).toEqual([true, 'off']);
  await server.close();
  await screen.invoke('notes.add', { ...made(), ticketId: 2, body: 'depois' });
  expect(core.isQuiet()).toBe(false);
});

it('does once what a screen asks again because it was not answered, whatever has become of it, and for its author alone', async () => {
  const kept = disk();
  const { screen, stop } = await signIn(kept);
  await server.close();
  const { userId } = made();
  const { mediaId } = await screen.invoke('media.add', { name: 'a.png', bytes: PNG });
  const [held, sent, note, planned] = [made(), made(), made(), made()];
  const say = (id: string, body: string, mediaId: string | null) => ({
    ...begun(''),
    quotedMsgId: null,
    messages: [{ id, body, mediaId }],
  });
  const forwarded = [
    { id: uuidv7(), ofId: messageRow(21, 2).id, ticketId: 2 },
    { id: uuidv7(), ofId: messageRow(21, 2).id, contactId: 3 },
  ];
  const todo = { key: uuidv7(), userId, text: 'Ligar' };
  const later = { contactId: 2, body: 'Para amanhã', sendAt: minute(99), mediaId: null };
  const ask = async (one: BridgeClient) => {
    await one.invoke('composer.send', say(sent.id, 'Uma vez', null));
    await one.invoke('notes.add', { ...note, ticketId: 2, body: 'Só para nós' });
    await one.invoke('messages.forward', { userId, messages: forwarded });
    await one.invoke('schedules.create', { ...planned, ...later });
    await one.invoke('todos.add', todo);
  };
  await screen.invoke('composer.setHabits', { undoSeconds: 10 });
  await screen.invoke('composer.send', say(held.id, 'Volta', mediaId));
  const base = await screen.invoke('composer.takeBack', { ticketId: 2 });
  expect(await screen.invoke('composer.takeBack', { ticketId: 2 })).toBeNull();
  await screen.invoke('drafts.set', { ...begun(''), base: base ?? begun('').base });
  await screen.invoke('composer.setHabits', { undoSeconds: 0 });
  await ask(screen);
  await screen.invoke('drafts.set', begun('escrito desde então'));
  await screen.invoke('media.drop', { mediaId });
  await stop();

  const again = await start(kept);
  server = await startStubServer();
  await ask(again.screen);
  await again.screen.invoke('composer.send', say(held.id, 'Volta', mediaId));
  expect(await again.screen.invoke('drafts.get', { ticketId: 2, userId: stubUser.id })).toMatchObject({
    body: 'escrito desde então',
  });
  expect((await again.screen.invoke('outbox.list')).items.map(({ name }) => name)).toEqual([
    'message.send',
    'note.add',
    'message.forward',
    'message.forwardTo',
    'schedule.create',
  ]);
  expect((await again.screen.invoke('todos.list')).map(({ text }) => text)).toEqual(['Ligar']);
  const another = { ...say(uuidv7(), 'De outra pessoa', null), userId: userId + 1 };
  expect(await codeOf(again.screen.invoke('composer.send', another))).toBe('ERR_SESSION_EXPIRED');
});

it('changes a draft only as the window knows it that asks, and together with what was taken out of it', async () => {
  const { screen, heard } = await signIn();
  await server.close();
  const told = heard('db.changed', ({ entities }) => entities.includes('draft'));
  expect(await screen.invoke('drafts.set', begun('Bom dia'))).toBeNull();
  await told;
  const standing = { ...EMPTY_DRAFT, body: 'Bom dia' };
  const sent = { quotedMsgId: null, messages: [{ id: uuidv7(), body: 'Boa tarde', mediaId: null }] };
  const note = { ...made(), body: 'Só para nós' };
  expect([
    await screen.invoke('drafts.set', begun('Boa tarde')),
    await screen.invoke('composer.send', { ...begun(''), ...sent }),
    await screen.invoke('composer.keepNote', { ...begun(''), ...note }),
    (await screen.invoke('outbox.list')).items,
  ]).toEqual([standing, standing, standing, []]);

  const known = { ...begun(' e até logo'), base: standing };
  expect(await screen.invoke('composer.send', { ...known, ...sent })).toBeNull();
  const noted = { ...begun(''), base: known.draft };
  for (const _ of [1, 2]) expect(await screen.invoke('composer.keepNote', { ...noted, ...note })).toBeNull();
  expect((await screen.invoke('outbox.list')).items.map(({ text }) => text)).toEqual([
    'Boa tarde',
    'Só para nós',
  ]);
  expect(await screen.invoke('drafts.get', { ticketId: 2, userId: stubUser.id })).toEqual(EMPTY_DRAFT);

  // What is taken back makes it longer than any field takes.
  await screen.invoke('composer.setHabits', { undoSeconds: 10 });
  const again = { quotedMsgId: null, messages: [{ id: uuidv7(), body: 'Volta', mediaId: null }] };
  await screen.invoke('composer.send', { ...begun('a'.repeat(DRAFT_MAX_CHARS)), ...again });
  await screen.invoke('composer.takeBack', { ticketId: 2 });
  const base = await screen.invoke('drafts.get', { ticketId: 2, userId: stubUser.id });
  expect(base.body.length).toBeGreaterThan(DRAFT_MAX_CHARS);
  const shorter = { ...base, body: base.body.slice(0, -1) };
  expect(await screen.invoke('drafts.set', { ...begun(''), base, draft: shorter })).toBeNull();
  expect(await screen.invoke('drafts.set', { ...begun(''), base: shorter })).toBeNull();
});
