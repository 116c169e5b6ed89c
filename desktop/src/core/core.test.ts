import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CONSOLE_VERSION_HEADER } from '@balcao/shared/contract/limits.ts';
import { describe, expect, it } from 'vitest';
import { ticketUuid } from '../../test/rows.ts';
import { startStubServer, stubUser } from '../../test/stub-server.ts';
import type { MediaFile } from './media/file-store.ts';
import { begun, codeOf, disk, LOGIN, made, openCorePlace, rows } from './testing/core-place.ts';
import type { Recovery } from './workspace.ts';

const place = openCorePlace();
const { start, signIn } = place;

/** Another server, which answers everything with a page. */
async function startOther() {
  const other = createServer((_request, response) => response.end('<html>'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  return { server: other, url: `http://127.0.0.1:${(other.address() as AddressInfo).port}` };
}

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
    const tag = { id: 4, name: 'Frete', color: '#0c8599', kanban: 0 as const, kanbanOrder: null };
    const reply = {
      id: 5,
      shortcode: 'pix',
      message: 'A chave é…',
      geral: true,
      status: true,
      userId: null,
      queueId: null,
    };
    place.server.sync.rows = [
      ...rows(),
      { entity: 'tag', rows: [tag] },
      { entity: 'quickMessage', rows: [{ ...reply, media: null }] },
    ];
    const mediaId = crypto.randomUUID();
    place.server.downloads.set(mediaId, { bytes: Buffer.from('opened'), mime: 'text/plain', name: 'a.txt' });
    const first = await signIn(kept);
    await first.core.openMedia(mediaId);
    await first.screen.invoke('drafts.set', begun('Ainda estou esc'));
    await first.stop();
    const port = Number(new URL(place.server.url).port);
    await place.server.close();

    const second = await start(kept);
    expect(await second.screen.invoke('session.get')).toEqual({
      serverUrl: place.server.url,
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
      file: readFileSync(((await second.core.openMedia(mediaId)) as MediaFile).path, 'utf8'),
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

    place.server = await startStubServer(port);
    place.server.sync.rows = rows();
    const sent = second.heard('sync.status', ({ phase, queued }) => phase === 'live' && queued === 0);
    // The stub has forgotten every session, as a restored server would: signing in again keeps what was queued.
    await second.heard('session.changed', ({ endedBy }) => endedBy === 'ERR_SESSION_EXPIRED');
    await second.screen.invoke('session.login', LOGIN);
    await sent;
    // Repeated under its number a command happens once.
    const pushed = new Map(place.server.sync.pushed.map(({ seq, name }) => [seq, name]));
    expect([...pushed]).toEqual([
      [1, 'ticket.accept'],
      [2, 'message.send'],
    ]);
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
    await screen.invoke('server.choose', { address: `${place.server.url}/` });
    await expect.poll(() => host.startedAnew).toBe(1);

    const next = await start(kept, null);
    expect((await next.screen.invoke('session.get')).serverUrl).toBe(place.server.url);
    await next.screen.invoke('session.login', LOGIN);
    await next.live();
  });

  it('answers, accepts and puts off from a notification, and keeps as a draft what cannot be sent', async () => {
    const { screen, host, heard } = await signIn();
    host.command({ kind: 'reply', ticketUuid: ticketUuid(1), text: ' Já respondo ' });
    host.command({ kind: 'accept', ticketUuid: ticketUuid(2) });
    host.command({ kind: 'snooze', ticketUuid: ticketUuid(2) });
    await expect
      .poll(() => place.server.sync.pushed.map(({ name }) => name))
      .toEqual(['ticket.accept', 'message.send', 'ticket.markRead', 'ticket.markRead', 'ticket.snooze']);
    expect(place.server.sync.pushed[1]!.args).toMatchObject({ ticketId: 1, body: 'Já respondo' });

    const target = heard('navigate.to', () => true);
    host.command({ kind: 'reply', ticketUuid: ticketUuid(3), text: 'Para a colega' });
    expect(await target).toEqual({ path: `/tickets/${ticketUuid(3)}` });
    expect((await screen.invoke('drafts.get', { ticketId: 3, userId: stubUser.id })).body).toBe(
      'Para a colega',
    );
  });

  it('is silenced, and led to who has waited longest, from outside its windows', async () => {
    const { screen, host, heard } = await signIn();
    expect(host.status).toMatchObject({ phase: 'live', silent: false, language: 'pt' });
    await expect.poll(() => host.status?.waiting).toBe(1);
    expect(host.status?.longestWaitMin).toBeGreaterThan(0);
    host.command({ kind: 'pause', minutes: null });
    expect(host.status?.silent).toBe(true);
    host.command({ kind: 'pause', minutes: 30 });
    const { notifications } = await screen.invoke('settings.get');
    expect(Date.parse(notifications.pausedUntil ?? '') - Date.now()).toBeLessThanOrEqual(30 * 60_000);
    host.command({ kind: 'pause', minutes: 0 });
    expect(host.status?.silent).toBe(false);
    const target = heard('navigate.to', () => true);
    host.command({ kind: 'nextWaiting' });
    expect(await target).toEqual({ path: `/tickets/${ticketUuid(1)}` });
  });

  it('tells whose it is, what waits, and what the system has not shown', async () => {
    const { screen, host, heard } = await start();
    const nobody = { serverUrl: place.server.url, person: null, company: null, companyId: null };
    expect(host.status).toMatchObject({ account: nobody, queued: 0, accountName: null });
    await screen.invoke('session.login', LOGIN);
    const { name: person, company, companyId } = stubUser;
    const account = { serverUrl: place.server.url, person, company: company.name, companyId };
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
    await place.server.close();
    const found = async (recovery: Recovery | null) => {
      const next = await start(kept, place.server.url, recovery);
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

  it('says at the sign-in page too that the server wants a newer version, until it serves this one', async () => {
    const { screen, heard } = await start();
    const versions: unknown[] = [];
    place.server.answerWith(({ headers }, response) => {
      versions.push(headers[CONSOLE_VERSION_HEADER]);
      response.writeHead(426, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: 'ERR_PROTOCOL_TOO_OLD', message: 'too old', requestId: 'r-1' }));
    });
    const told = heard('sync.status', ({ reason }) => reason === 'ERR_PROTOCOL_TOO_OLD');
    expect(await codeOf(screen.invoke('session.login', LOGIN))).toBe('ERR_PROTOCOL_TOO_OLD');
    expect((await told).phase).toBe('signedOut');
    expect(versions).toEqual(['1.2.3']);
    place.server.answerWith(null);
    await screen.invoke('session.login', LOGIN);
    await screen.invoke('session.logout');
    expect((await screen.invoke('sync.status')).reason).toBeNull();
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
  await place.server.close();
  await screen.invoke('notes.add', { ...made(), ticketId: 2, body: 'depois' });
  expect(core.isQuiet()).toBe(false);
});
