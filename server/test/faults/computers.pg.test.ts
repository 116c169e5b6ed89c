import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Core, createCore } from '../../../desktop/src/core/core.ts';
import { createBrowserHost } from '../../../desktop/src/hosts/browser/host.ts';
import { createLiveConsole, shownConversations, shownRows } from '../../../desktop/test/live/console.ts';
import { type LiveServer, startLiveServer } from '../../../desktop/test/live/server.ts';
import { addMessage, addTicket, type TicketFixture } from '../../src/sync/test/data.ts';
import { type FaultProxy, startFaultProxy } from '../fault-proxy.ts';
import type { CompanyFixture } from '../fixtures.ts';

/** What happens to the computer of an agent: a network that is somebody else's, sleep, a full disk (N6, N9, W3). */

let server: LiveServer;
let proxy: FaultProxy;
let company: CompanyFixture;
let ticket: TicketFixture;
let dir: string;
const cleanups: (() => void | Promise<void>)[] = [];

beforeAll(async () => {
  server = await startLiveServer();
  proxy = await startFaultProxy(server.url);
});
afterAll(async () => {
  await proxy.stop();
  await server.stop();
});
beforeEach(async ({ task }) => {
  company = await server.company(task.id);
  ticket = await addTicket(server.db, company, {
    queueId: company.queues.support,
    name: 'Clara',
    status: 'open',
    userId: company.ana.id,
  });
  dir = mkdtempSync(join(tmpdir(), 'balcao-computer-'));
});
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
  rmSync(dir, { recursive: true, force: true });
});

/** Ana's console behind the proxy, signed in and up to date. */
async function signedIn(): Promise<Core> {
  const log = pino({ level: 'silent' });
  const core = await createCore({ host: createBrowserHost(dir), serverUrl: proxy.url, version: 'test', log });
  cleanups.push(() => core.stop());
  const { email, password } = company.ana;
  await core.handlers['session.login']({ email, password });
  await expect.poll(() => phase(core)).toBe('live');
  return core;
}
const phase = async ({ handlers }: Core) => (await handlers['sync.status'](null)).phase;

async function back(core: Core): Promise<void> {
  await expect
    .poll(async () => {
      await core.handlers['sync.retry'](null);
      return phase(core);
    })
    .toBe('live');
  await expect.poll(async () => (await core.handlers['sync.status'](null)).queued).toBe(0);
}

async function said(): Promise<string[]> {
  const rows = await server.admin`
    select body from messages where ticket_id = ${ticket.id} and state <> 'local' order by created_at, id`;
  return rows.map(({ body }) => String(body));
}

/** The conversation on the screen is the one in PostgreSQL: these texts, once each. */
async function expectLedgers({ handlers }: Core, texts: string[]): Promise<void> {
  const shown = async () => {
    const query = { ticketId: ticket.id, before: null, from: null, limit: 100 };
    return (await handlers['messages.list'](query)).messages.map(({ body }) => body);
  };
  await expect.poll(shown).toEqual(texts);
  expect(await said()).toEqual(texts);
}

it('N6: a captive portal is no server: offline, signed in, also when the token ends there, and on by itself', async () => {
  const portal = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Aceite os termos</h1>');
  });
  // What it answers to a websocket depends on how it was made: nonsense, here.
  portal.on('upgrade', (request, socket) => {
    const broken = String(request.headers['sec-websocket-key']).charCodeAt(0) % 2 === 0;
    socket.end(broken ? '\x00\xff<html>' : 'HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nhtml');
  });
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => void portal.close());
  const core = await signedIn();
  const { handlers } = core;

  proxy.redirect(`http://127.0.0.1:${(portal.address() as AddressInfo).port}`);
  proxy.set({ mode: 'reset' });
  proxy.set({ mode: 'pass' });
  server.advance(20 * 60_000);
  for (let attempt = 0; attempt < 8; attempt++) {
    await expect.poll(() => phase(core)).toBe('backingOff');
    await handlers['sync.retry'](null);
  }
  await handlers['messages.send']({
    ticketId: ticket.id,
    body: 'No hotel',
    mediaId: null,
    quotedMsgId: null,
  });
  const { email } = company.ana;
  expect(await handlers['session.get'](null)).toMatchObject({ user: { email }, endedBy: null });
  proxy.redirect(server.url);
  await back(core);
  await expectLedgers(core, ['No hotel']);
});

it('N9: a night of sleep: one new token, everything there, and no bell for each message', async () => {
  const core = await signedIn();
  const { handlers } = core;
  const rang: unknown[] = [];
  cleanups.push(core.on('notification.shown', (shown) => rang.push(shown)));
  let renewals = 0;
  proxy.watch = (direction, bytes) => {
    if (direction === 'up' && bytes.includes('/auth/refresh_token')) renewals += 1;
  };
  cleanups.push(() => {
    proxy.watch = null;
  });

  await proxy.stop();
  const texts = Array.from({ length: 30 }, (_, n) => `noite ${n}`);
  for (const text of texts) await addMessage(server.db, company, ticket, text);
  server.advance(8 * 3_600_000);
  await handlers['messages.send']({ ticketId: ticket.id, body: 'Bom dia', mediaId: null, quotedMsgId: null });
  await proxy.start();
  // All that a screen does when it wakes up comes at once.
  await Promise.all([back(core), refreshed(core)]);
  await expectLedgers(core, [...texts, 'Bom dia']);
  expect(renewals).toBe(1);
  expect(rang.length).toBeLessThanOrEqual(1);
  expect(await handlers['tickets.counts'](null)).toMatchObject({ open: 1 });
});

it('W3: the disk is full: what is cached can be read, what is said goes out, and it ends without a restart', async () => {
  const disk = smallDisk();
  const console = createLiveConsole(server.url, await server.signIn(company.ana), { dir });
  cleanups.push(() => console.remove());
  console.sync.start();
  await console.settle();

  disk.fill();
  const long = Array.from({ length: 40 }, (_, n) => `${n} ${'x'.repeat(30_000)}`);
  for (const text of long) await addMessage(server.db, company, ticket, text);
  if (disk.isReal)
    await console.until(
      () => console.sync.status().reason === 'ERR_DISK_FULL',
      'a full disk that is told of',
    );
  const args = {
    id: uuidv7(),
    ticketId: ticket.id,
    body: 'Com o disco cheio',
    mediaId: null,
    quotedMsgId: null,
  };
  console.sync.enqueue('message.send', args);
  expect(console.store.ticket(ticket.id)?.lastMessage).toBe('Com o disco cheio');
  console.sync.retryNow();
  await expect.poll(said, { timeout: 20_000 }).toContain('Com o disco cheio');

  disk.free();
  console.sync.retryNow();
  await console.settle();
  const fresh = createLiveConsole(server.url, console.seat);
  cleanups.push(() => fresh.remove());
  fresh.sync.start();
  await fresh.settle();
  expect(shownRows(console)).toEqual(shownRows(fresh));
  expect(await shownConversations(console)).toEqual(await shownConversations(fresh));
  expect((await console.conversation(ticket.id)).map(({ body }) => body)).toEqual([
    ...long,
    'Com o disco cheio',
  ]);
  expect((await said()).length).toBe(41);
});

const refreshed = async ({ handlers }: Core) => handlers['session.refreshUser'](null);

/** A tmpfs in the place of the console's directory. Where nothing may be mounted, `damage.test` has limited files. */
function smallDisk() {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', dir], { stdio: 'ignore' });
  } catch {
    return { isReal: false, fill() {}, free() {} };
  }
  const path = dir;
  const ballast = join(path, 'ballast');
  cleanups.push(() => void execFileSync('umount', ['--lazy', path]));
  return {
    isReal: true,
    fill() {
      const file = openSync(ballast, 'w');
      for (const size of [1024 * 1024, 4096]) {
        const chunk = Buffer.alloc(size);
        while (written(file, chunk) === size);
      }
      closeSync(file);
    },
    free: () => rmSync(ballast),
  };
}

function written(file: number, chunk: Buffer): number {
  try {
    return writeSync(file, chunk);
  } catch {
    return 0;
  }
}
