import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createDispatcher } from '../../../desktop/src/bridge/dispatcher.ts';
import { type Core, createCore } from '../../../desktop/src/core/core.ts';
import { packet, webm } from '../../../desktop/src/core/media/testing/webm.ts';
import { lockInstance } from '../../../desktop/src/hosts/accounts/instance-lock.ts';
import { createBrowserHost } from '../../../desktop/src/hosts/browser/host.ts';
import { createLiveConsole, shownConversations, shownRows } from '../../../desktop/test/live/console.ts';
import { type LiveApi, openLiveApi } from '../../../desktop/test/live/live-api.ts';
import { startApi } from '../api.ts';
import { type Chat, openChat } from '../chat.ts';
import { createTestDatabase } from '../database.ts';
import { type FaultProxy, startFaultProxy } from '../fault-proxy.ts';
import { createUser, type UserFixture } from '../fixtures.ts';
import { accountDir } from '../nemesis/ledgers.ts';
import type { PhoneCompany } from '../phone-company.ts';
import { PICTURE } from '../picture.ts';
import { startWorld, type World } from '../world.ts';

/**
 * What happens to the computer of an agent: a foreign network, sleep, a clock that is set, a damaged
 * file, a second program, a full disk, a screen that talks nonsense (N6, N7, N9, T1, W2 to W4, W6).
 */

let world: World;
let company: PhoneCompany;
let server: LiveApi;
let proxy: FaultProxy;
let agent: UserFixture;
let chat: Chat;
let dir: string;
let agents = 0;
const cleanups: (() => void | Promise<void>)[] = [];

beforeAll(async () => {
  world = await startWorld({ database: createTestDatabase(), faults: true });
  server = await openLiveApi(await startApi({ beside: world }));
  company = await world.addCompany();
  await world.startWorker().ready;
  await company.link();
});
afterAll(async () => {
  await server.stop();
  await world.stop();
});
beforeEach(async () => {
  proxy = await startFaultProxy(server.url);
  cleanups.push(() => proxy.stop());
  const { companyId, queues } = company;
  agent = await createUser(server.admin, companyId, `Agente${++agents}`, [queues.support]);
  chat = await openChat(world, server, company, agent);
  dir = mkdtempSync(join(tmpdir(), 'balcao-computer-'));
});
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
  rmSync(dir, { recursive: true, force: true });
});

/** The agent's console behind the proxy. */
async function start(): Promise<Core> {
  const log = pino({ level: 'silent' });
  const core = await createCore({ host: createBrowserHost(dir), serverUrl: proxy.url, version: 'test', log });
  cleanups.push(() => core.stop());
  return core;
}

/** And signed in and up to date. */
async function signedIn(): Promise<Core> {
  const core = await start();
  const { email, password } = agent;
  await core.handlers['session.login']({ email, password });
  await expect.poll(() => phase(core), { timeout: 15_000 }).toBe('live');
  return core;
}

const write = ({ handlers }: Core, body: string) =>
  handlers['messages.send']({ ticketId: chat.ticket.id, body, mediaId: null, quotedMsgId: null });
/** The agent's draft of the conversation. */
const mine = () => ({ ticketId: chat.ticket.id, userId: agent.id });
const phase = async ({ handlers }: Core) => (await handlers['sync.status'](null)).phase;

async function back(core: Core): Promise<void> {
  await expect
    .poll(
      async () => {
        await core.handlers['sync.retry'](null);
        return phase(core);
      },
      { timeout: 15_000 },
    )
    .toBe('live');
  await expect
    .poll(async () => (await core.handlers['sync.status'](null)).queued, { timeout: 15_000 })
    .toBe(0);
}

const read = async ({ handlers }: Core, { ticket }: Chat = chat) => {
  const query = { ticketId: ticket.id, before: null, from: null, limit: 100 };
  return (await handlers['messages.list'](query)).messages;
};

/** The conversation on the screen is the one in PostgreSQL and on the customer's phone: these texts, once each. */
const expectLedgers = (core: Core, texts: string[]) => chat.expectLedgers(() => read(core), texts);

it('a day without a network: all that an agent does waits in its order, is named, and arrives as it was meant', async () => {
  const { queues, companyId } = company;
  const [waiting, passing] = [
    await openChat(world, server, company, null),
    await openChat(world, server, company, agent),
  ];
  const [tag] = await server.admin`
    insert into tags (company_id, name, color) values (${companyId}, ${`Frete ${agents}`}, '#0c8599') returning id::int`;
  const core = await signedIn();
  const { handlers } = core;
  await proxy.stop();
  await expect
    .poll(async () => {
      await handlers['sync.retry'](null);
      return (await handlers['sync.status'](null)).layer;
    })
    .toBe('server');
  const { ticket } = chat;
  const say = (ticketId: number, body: string, mediaId: string | null = null) =>
    handlers['messages.send']({ ticketId, body, mediaId, quotedMsgId: null });

  await say(ticket.id, 'Um texto');
  const picture = await handlers['media.add']({ name: 'foto.png', bytes: PICTURE.toString('base64') });
  await say(ticket.id, 'Uma foto', picture.mediaId);
  const bytes = webm(Array.from({ length: 50 }, () => packet(40))).toString('base64');
  const voice = await handlers['media.addVoice']({ bytes, waveform: Array.from({ length: 64 }, () => 9) });
  await say(ticket.id, '', voice.mediaId);
  await handlers['notes.add']({
    id: uuidv7(),
    userId: agent.id,
    ticketId: ticket.id,
    body: 'Só para nós',
  });
  await handlers['tickets.setTags']({ ticketId: ticket.id, tagIds: [tag?.id], before: [] });
  await handlers['tickets.accept']({ ticketId: waiting.ticket.id });
  await say(waiting.ticket.id, 'Já estou aqui');
  await handlers['tickets.transfer']({ ticketId: passing.ticket.id, userId: null, queueId: queues.sales });
  await say(ticket.id, 'Até logo');
  await handlers['tickets.close']({ ticketId: ticket.id });

  const { items } = await handlers['outbox.list'](null);
  expect(items.map(({ name, waitsFor }) => [name, waitsFor])).toEqual(
    [
      'message.send',
      'message.send',
      'message.send',
      'note.add',
      'ticket.setTags',
      'ticket.accept',
      'message.send',
      'ticket.transfer',
      'message.send',
      'ticket.close',
    ].map((name) => [name, 'server']),
  );

  await proxy.start();
  await back(core);
  await expectLedgers(core, ['Um texto', 'Uma foto', '', 'Até logo']);
  const heard = await world.sandbox.commands.ledger({ number: chat.customer });
  expect(heard.slice(1).map(({ kind }) => kind)).toEqual(['text', 'image', 'voice', 'text']);
  await waiting.expectLedgers(() => read(core, waiting), ['Já estou aqui']);
  const tickets = await server.admin`
    select t.id::int, t.status, t.user_id::int, t.queue_id::int,
      array(select tag_id::int from ticket_tags g where g.company_id = t.company_id and g.ticket_id = t.id) as tags,
      array(select body from messages m where m.company_id = t.company_id and m.ticket_id = t.id
        and media_type = 'note') as notes
    from tickets t where t.id in ${server.admin([ticket.id, waiting.ticket.id, passing.ticket.id])} order by t.id`;
  const { support, sales } = queues;
  expect(new Map(tickets.map(({ id, ...rest }) => [id, rest]))).toEqual(
    new Map([
      [
        ticket.id,
        { status: 'closed', user_id: agent.id, queue_id: support, tags: [tag?.id], notes: ['Só para nós'] },
      ],
      [waiting.ticket.id, { status: 'open', user_id: agent.id, queue_id: support, tags: [], notes: [] }],
      [passing.ticket.id, { status: 'pending', user_id: null, queue_id: sales, tags: [], notes: [] }],
    ]),
  );
  expect((await handlers['outbox.list'](null)).items).toEqual([]);
});

it('N6: a captive portal is no server: offline, signed in, also when the token ends there, and on by itself', async () => {
  const portal = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Aceite os termos</h1>');
  });
  // Such a network answers a websocket in its own way: with nonsense, here.
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
  await write(core, 'No hotel');
  const { email } = agent;
  expect(await handlers['session.get'](null)).toMatchObject({ user: { email }, endedBy: null });
  proxy.redirect(server.url);
  await back(core);
  await expectLedgers(core, ['No hotel']);
});

it('N7: the answer to a file is lost after the server has stored it: the message goes out once', async () => {
  const core = await signedIn();
  let lost = 0;
  proxy.watch = (direction, bytes) => {
    if (direction !== 'down' || !bytes.includes('201 Created') || lost++ > 0) return;
    proxy.set({ mode: 'pass' }, { mode: 'truncate', bytes: 0 });
    setImmediate(() => proxy.set({ mode: 'pass' }));
  };
  const { mediaId } = await core.handlers['media.add']({
    name: 'foto.png',
    bytes: PICTURE.toString('base64'),
  });
  const message = { ticketId: chat.ticket.id, body: 'Uma foto', mediaId, quotedMsgId: null };
  await core.handlers['messages.send'](message);
  await expectLedgers(core, ['Uma foto']);
  expect(lost).toBe(2);
});

it('N7: the answer to a renewal is lost, and nobody asks for long: still signed in, in the next run too', async () => {
  const core = await signedIn();
  server.advance(20 * 60_000);
  let lost = 0;
  proxy.watch = (direction, bytes) => {
    if (direction !== 'down' || !bytes.includes('"refreshToken"')) return;
    lost += 1;
    proxy.set({ mode: 'pass' }, { mode: 'truncate', bytes: 0 });
  };
  cleanups.push(() => {
    proxy.watch = null;
  });
  await expect(refreshed(core)).rejects.toThrow();
  await core.stop();
  expect(lost).toBeGreaterThan(0);
  proxy.watch = null;
  await proxy.stop();
  server.advance(60 * 60_000);
  proxy.set({ mode: 'pass' });
  await proxy.start();

  const next = await start();
  await back(next);
  await write(next, 'Ainda sou eu');
  await expectLedgers(next, ['Ainda sou eu']);
});

it('N9: a night of sleep: one new token, everything there, and no bell for each message', async () => {
  const core = await signedIn();
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
  for (const text of texts) await chat.customerWrites(text);
  await chat.arrived();
  server.advance(8 * 3_600_000);
  await write(core, 'Bom dia');
  await proxy.start();
  // All that a screen does when it wakes up comes at once.
  await Promise.all([back(core), refreshed(core)]);
  await expectLedgers(core, [...texts, 'Bom dia']);
  expect(renewals).toBe(1);
  expect(rang.length).toBeLessThanOrEqual(1);
});

it('T1, W2: the clock is wrong and set right while there is no network: order, times, drafts and the session hold', async () => {
  const core = await signedIn();
  const { handlers } = core;
  let renewals = 0;
  proxy.watch = (direction, bytes) => {
    if (direction === 'up' && bytes.includes('/auth/refresh_token')) renewals += 1;
  };
  cleanups.push(() => {
    proxy.watch = null;
    vi.useRealTimers();
  });
  await proxy.stop();
  await expect.poll(() => phase(core), { timeout: 15_000 }).toBe('backingOff');
  const day = 24 * 3_600_000;
  const texts: string[] = [];
  for (const wrong of [0, day, -day, 2 * day, 0]) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    vi.setSystemTime(performance.timeOrigin + performance.now() + wrong);
    const text = `Escrito com o relógio em ${wrong / day}`;
    texts.push(text);
    await write(core, text);
    const base = await handlers['drafts.get'](mine());
    await handlers['drafts.set']({ ...mine(), base, draft: { ...base, body: `depois de ${text}` } });
    vi.useRealTimers();
  }
  const shown = (await read(core)).filter(({ body }) => texts.includes(body));
  expect(shown.map(({ body }) => body)).toEqual(texts);
  const serverNow = server.deps.clock().getTime();
  for (const { createdAt } of shown) expect(Math.abs(Date.parse(createdAt) - serverNow)).toBeLessThan(60_000);
  const queued = (await handlers['outbox.list'](null)).items;
  expect(queued.map(({ text }) => text)).toEqual(texts);
  expect((await handlers['drafts.get'](mine())).body).toBe(`depois de ${texts.at(-1)}`);

  await proxy.start();
  await back(core);
  await expectLedgers(core, texts);
  const arrived = (await read(core)).filter(({ body }) => texts.includes(body));
  for (const { createdAt } of arrived)
    expect(Math.abs(Date.parse(createdAt) - serverNow)).toBeLessThan(60_000);
  expect(renewals).toBeLessThanOrEqual(1);
  expect((await handlers['session.get'](null)).endedBy).toBeNull();
});

it('W2: a cache that was damaged is built anew; the person is told once, and nothing that was written is lost', async () => {
  const before = await signedIn();
  await proxy.stop();
  await write(before, 'Antes do estrago');
  const base = await before.handlers['drafts.get'](mine());
  await before.handlers['drafts.set']({ ...mine(), base, draft: { ...base, body: 'Ainda escrevo' } });
  await before.stop();
  const file = join(accountDir(dir) ?? '', 'cache.db');
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0xa7, 4096 + 8, bytes.length - 4096));

  const core = await start();
  const { handlers } = core;
  const setAside = async () => (await handlers['sync.status'](null)).setAside;
  expect(await setAside()).toBe('cache');
  await handlers['storage.told'](null);
  expect(await setAside()).toBeNull();
  await proxy.start();
  await back(core);
  expect((await handlers['drafts.get'](mine())).body).toBe('Ainda escrevo');
  expect(readdirSync(join(file, '..'))).toContain('cache.damaged.db');
  await expectLedgers(core, ['Antes do estrago']);
});

it('W4: a second program on one profile is refused, and disturbs nothing', async () => {
  const unlock = lockInstance(dir);
  const core = await signedIn();
  expect(() => lockInstance(dir)).toThrow('another console is running');
  await write(core, 'Sem perceber nada');
  await expectLedgers(core, ['Sem perceber nada']);
  unlock();
  lockInstance(dir)();
});

it('W6: whatever a screen says wrongly is answered by a code, and the program goes on', async () => {
  const core = await signedIn();
  const unexpected: unknown[] = [];
  const dispatch = createDispatcher(core.handlers, (error) => unexpected.push(error));
  const screen = { gone: new AbortController().signal };
  const nonsense = [undefined, 7, 'x', [], [null], { ticketId: 'x' }, { id: -1 }, { query: { $gt: '' } }];
  for (const method of [...Object.keys(core.handlers), 'constructor', '__proto__', 'tickets.none'])
    for (const input of nonsense) {
      const answer = await dispatch(method, input, screen);
      if (!answer.ok) expect(answer.error.code).toMatch(/^ERR_/);
    }
  expect(unexpected).toEqual([]);
  await write(core, 'Depois de tudo isso');
  await expectLedgers(core, ['Depois de tudo isso']);
});

it('W3: the disk is full: what is cached can be read, what is said goes out, and it ends without a restart', async () => {
  const disk = smallDisk();
  const console = createLiveConsole(server.url, await server.seat(agent), { dir });
  cleanups.push(() => console.remove());
  console.sync.start();
  await console.settle();

  disk.fill();
  const long = Array.from({ length: 40 }, (_, n) => `${n} ${'x'.repeat(30_000)}`);
  for (const text of long) await chat.customerWrites(text);
  await chat.arrived();
  if (disk.isReal)
    await console.until(
      () => console.sync.status().reason === 'ERR_DISK_FULL',
      'a full disk that is told of',
    );
  const args = {
    id: uuidv7(),
    ticketId: chat.ticket.id,
    body: 'Com o disco cheio',
    mediaId: null,
    quotedMsgId: null,
  };
  console.sync.enqueue('message.send', args);
  expect(console.store.tickets.byId(chat.ticket.id)?.lastMessage).toBe('Com o disco cheio');
  console.sync.retryNow();
  await chat.customerReceives('Com o disco cheio');

  disk.free();
  console.sync.retryNow();
  await console.settle();
  const fresh = createLiveConsole(server.url, console.seat);
  cleanups.push(() => fresh.remove());
  fresh.sync.start();
  await fresh.settle();
  // The customer's phone still ticks off what has just come.
  await vi.waitFor(
    async () => {
      expect(shownRows(console)).toEqual(shownRows(fresh));
      expect(await shownConversations(console)).toEqual(await shownConversations(fresh));
    },
    { timeout: 10_000 },
  );
  await chat.expectLedgers(() => console.conversation(chat.ticket.id), [...long, 'Com o disco cheio']);
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
