import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredMessage } from '../../../desktop/src/core/store/store.ts';
import {
  createLiveConsole,
  type LiveConsole,
  shownConversations,
  shownRows,
} from '../../../desktop/test/live/console.ts';
import { type LiveApi, openLiveApi, type Seat } from '../../../desktop/test/live/live-api.ts';
import { CONTACT_MESSAGES } from '../../src/sync/batch.ts';
import { startApi } from '../api.ts';
import { type Chat, openChat } from '../chat.ts';
import { createTestDatabase } from '../database.ts';
import { type FaultProxy, startFaultProxy } from '../fault-proxy.ts';
import { createUser, type UserFixture } from '../fixtures.ts';
import type { PhoneCompany } from '../phone-company.ts';
import { DEEP } from '../sample.ts';
import { startWorld, type World } from '../world.ts';

/** Bad lines between the real core of a console, the real server (fault rows N1 to N5, N8) and PostgreSQL (P1). */

let world: World;
let server: LiveApi;
let company: PhoneCompany;
let proxy: FaultProxy;
/** The line between the server and PostgreSQL. */
let behind: FaultProxy;
const consoles: LiveConsole[] = [];

beforeAll(async () => {
  world = await startWorld({ database: createTestDatabase(), faults: true });
  const route = async (url: string) => {
    behind = await startFaultProxy(url);
    return behind.url;
  };
  server = await openLiveApi(await startApi({ beside: world, route }));
  proxy = await startFaultProxy(server.url);
  company = await world.addCompany();
  await world.startWorker().ready;
  await company.link();
});
afterAll(async () => {
  await proxy.stop();
  await server.stop();
  await world.stop();
  await behind.stop();
});
beforeEach(() => proxy.set({ mode: 'pass' }));
afterEach(() => {
  for (const console of consoles.splice(0)) console.remove();
});

async function connect(seat: Seat, url = server.url): Promise<LiveConsole> {
  const console = createLiveConsole(url, seat);
  consoles.push(console);
  console.sync.start();
  await console.settle();
  return console;
}
const send = (ticketId: number, body: string) =>
  ({ id: uuidv7(), ticketId, body, mediaId: null, quotedMsgId: null }) as const;
const isSaid = ({ mediaType }: StoredMessage) => mediaType !== 'event';
/** What is here of a conversation, without asking for more. */
const bodies = (console: LiveConsole, ticketId: number) =>
  console.store.messages
    .page({ ticketId, before: null, limit: 1_000 })
    .messages.filter(isSaid)
    .map(({ body }) => body);

/** What was said in a conversation, as a screen reads it: with what a batch had no room for. */
const said = async (console: LiveConsole, ticketId: number) =>
  (await console.conversation(ticketId)).filter(isSaid).map(({ body }) => body);

/** The console shows what a new one receives, PostgreSQL holds and WhatsApp carried: these texts, once each. */
async function expectLedgers(console: LiveConsole, { ticket, expectLedgers }: Chat, texts: string[]) {
  await expectLedgers(async () => {
    await console.settle();
    return console.conversation(ticket.id);
  }, texts);
  const fresh = await connect(console.seat);
  // The customer's phone still ticks off what has just come.
  await vi.waitFor(
    async () => {
      expect(shownRows(console)).toEqual(shownRows(fresh));
      expect(await shownConversations(console)).toEqual(await shownConversations(fresh));
    },
    { timeout: 10_000 },
  );
  expect(console.rejections).toEqual([]);
}

/** A hundred in a deep run. */
const HERD = DEEP ? 100 : 30;

it(`N4: ${HERD} consoles come back after a restart, each from where it stood`, {
  timeout: 120_000,
}, async () => {
  const chat = await openChat(world, server, company, null);
  const people: UserFixture[] = [];
  for (let n = 0; n < HERD / 5; n++)
    people.push(await createUser(server.admin, company.companyId, `Agente${n}`, [company.queues.support]));
  let renewals = 0;
  const herd: LiveConsole[] = [];
  for (const person of people) {
    const seat = await server.seat(person);
    const token = (refused: string | null) => {
      if (refused !== null) renewals += 1;
      return seat.token(refused);
    };
    herd.push(...(await Promise.all(Array.from({ length: 5 }, () => connect({ ...seat, token })))));
  }
  let returned = 0;
  const bootstraps = () =>
    herd.flatMap(({ frames }) => frames.filter(({ type }) => type === 'bootstrap.end')).length;
  const before = bootstraps();
  for (const { sync } of herd) {
    let isGone = false;
    sync.on('status', ({ phase }) => {
      if (phase === 'connecting') isGone = true;
      if (phase === 'live' && isGone) returned += 1;
    });
  }
  await server.restart();
  await chat.customerWrites('enquanto isso');
  await Promise.all(
    herd.map((one) => one.until(() => bodies(one, chat.ticket.id).includes('enquanto isso'), 'news')),
  );
  expect(returned).toBe(HERD);
  expect([renewals, bootstraps()]).toEqual([0, before]);
  const [first, ...others] = herd.map(
    ({ store }) => store.messages.page({ ticketId: chat.ticket.id, before: null, limit: 9 }).messages,
  );
  await chat.expectLedgers(async () => first ?? [], ['enquanto isso']);
  for (const other of others) expect(other).toEqual(first);
});

describe('with time that passes quickly', () => {
  const wait = globalThis.setTimeout;
  let chat: Chat;
  let ticket: Chat['ticket'];
  let ana: LiveConsole;
  /** A colleague on a good line. */
  let boss: LiveConsole;

  beforeAll(async () => {
    // Only the timers of both sides are fake: bytes travel as usual.
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    });
  });
  afterAll(() => {
    vi.useRealTimers();
  });
  beforeEach(async () => {
    chat = await openChat(world, server, company, company.ana);
    ({ ticket } = chat);
    boss = await connect(await server.seat(company.admin));
    ana = await connect(await server.seat(company.ana), proxy.url);
    await boss.until(anaIsOnline, 'ana is online');
  });

  /** Lets a second pass, and what it sets off happen. */
  async function second(): Promise<void> {
    await vi.advanceTimersByTimeAsync(1_000);
    await new Promise((resolve) => wait(resolve, 10));
  }
  /** @returns the seconds until the condition held, at most these; work that they start takes its own time. */
  async function until(condition: () => boolean, most: number): Promise<number> {
    for (let seconds = 0; seconds < most; seconds++) {
      if (condition()) return seconds;
      await second();
    }
    await expect.poll(condition, { timeout: 60_000 }).toBe(true);
    return most;
  }
  const anaIsOnline = () => boss.store.all('user').some(({ id, online }) => id === company.ana.id && online);
  const anaIsOffline = () => !anaIsOnline();
  const cutOff = () => ana.sync.status().phase !== 'live';
  async function back(): Promise<void> {
    proxy.set({ mode: 'pass' });
    // Work that still waits on a dead line fails first.
    await until(() => {
      ana.sync.retryNow();
      return !cutOff();
    }, 40);
    await boss.until(anaIsOnline, 'ana is online again');
  }

  it('N1: a line that is dead without a word is known as dead at both ends', async () => {
    proxy.set({ mode: 'drop' });
    const offlineAfter = await until(cutOff, 20);
    // Nothing says that the network is gone: what is silent is the server.
    expect(ana.sync.status()).toMatchObject({ layer: 'server' });
    await chat.customerWrites('está aí?');
    // 36 s from the break, and the 5 s in which a console may come back unnoticed.
    await until(anaIsOffline, 36 + 5 - offlineAfter);
    await back();
    await expectLedgers(ana, chat, ['está aí?']);
  });

  it('N2: what the console says is lost: the server lets go, the console keeps what it wanted to say', async () => {
    proxy.set({ mode: 'drop' }, { mode: 'pass' });
    ana.sync.enqueue('message.send', send(ticket.id, 'um'));
    ana.sync.enqueue('message.send', send(ticket.id, 'dois'));
    await until(anaIsOffline, 36 + 5);
    expect(ana.sync.status()).toMatchObject({ queued: 2 });
    expect(cutOff()).toBe(true);
    await back();
    await expectLedgers(ana, chat, ['um', 'dois']);
  });

  it('N2: what the server says is lost: the console lets go, and the server hears it', async () => {
    proxy.set({ mode: 'pass' }, { mode: 'drop' });
    ana.sync.enqueue('message.send', send(ticket.id, 'um'));
    await until(cutOff, 20);
    await until(anaIsOffline, 2 + 5);
    // The command was executed, and the console does not know.
    expect(ana.sync.status()).toMatchObject({ queued: 1 });
    await back();
    await expectLedgers(ana, chat, ['um']);
  });

  it('P1: what waits for the database on a line that is dead without a word goes on over another', async () => {
    behind.set({ mode: 'drop' });
    ana.sync.enqueue('message.send', send(ticket.id, 'um'));
    // The console's reader looks as well.
    for (let seconds = 0; seconds < 6; seconds++) await second();
    expect(ana.sync.status()).toMatchObject({ phase: 'live', queued: 1 });
    behind.set({ mode: 'pass' });
    await chat.customerWrites('está aí?');
    await until(() => bodies(ana, ticket.id).length === 3 && ana.sync.status().queued === 0, 45);
    await expectLedgers(ana, chat, ['está aí?', 'um']);
  });

  it('N3: a line that flaps for a minute: ever fewer attempts, one line, nothing twice', async () => {
    const texts: string[] = [];
    const heard: string[] = [];
    let attempts = 0;
    ana.sync.on('incoming', ({ message }) => void heard.push(message.body));
    ana.sync.on('status', ({ phase }) => {
      if (phase === 'connecting') attempts += 1;
    });
    for (let cycle = 0; cycle < 20; cycle++) {
      await second();
      await proxy.stop();
      texts.push(`volta ${cycle}`);
      await chat.customerWrites(`volta ${cycle}`);
      await second();
      await second();
      await proxy.start();
    }
    expect(attempts).toBeGreaterThan(3);
    expect(attempts).toBeLessThan(20);
    await back();
    await expectLedgers(ana, chat, texts);
    expect(heard).toEqual(texts);
    expect(proxy.connections).toBe(1);
  });

  it('N5: a line that breaks off at any byte, in either direction', { timeout: 120_000 }, async () => {
    const texts: string[] = [];
    for (let bytes = 1; bytes < 6_000; bytes += 1 + Math.ceil(bytes / 3)) {
      for (const up of [true, false]) {
        const cut = { mode: 'truncate', bytes } as const;
        proxy.set(up ? cut : { mode: 'pass' }, up ? { mode: 'pass' } : cut);
        const text = `${up ? 'sobe' : 'desce'} ${bytes}`;
        texts.push(text);
        ana.sync.enqueue('message.send', send(ticket.id, text));
        ana.sync.retryNow();
        await chat.customerWrites(`${text}?`);
        await until(() => cutOff() || ana.sync.status().queued === 0, 40);
      }
    }
    await back();
    const all = () => said(ana, ticket.id);
    await expect.poll(async () => (await all()).length, { timeout: 20_000 }).toBe(1 + 2 * texts.length);
    const own = (await all()).filter((body) => body !== 'Olá' && !body.endsWith('?'));
    expect(own).toEqual(texts);
    await expectLedgers(ana, chat, (await all()).slice(1));
  });

  it('N5: more was said without a line than a batch has room for: the console knows what it lacks', {
    timeout: 120_000,
  }, async () => {
    const texts = Array.from({ length: CONTACT_MESSAGES + 1 }, (_, n) => `enquanto isso ${n}`);
    await proxy.stop();
    for (const text of texts) await chat.customerWrites(text);
    await chat.arrived();
    await proxy.start();
    await back();
    await ana.until(() => bodies(ana, ticket.id).at(-1) === texts.at(-1), 'the newest');
    expect(bodies(ana, ticket.id)).toEqual(['Olá', ...texts.slice(1)]);
    expect(await said(ana, ticket.id)).toEqual(['Olá', ...texts]);
    await expectLedgers(ana, chat, texts);
  });

  it('N8: a console that is frozen holds up nobody, is let go, and comes back complete', async () => {
    const texts = Array.from({ length: 60 }, (_, n) => `${n} ${'x'.repeat(8_000)}`);
    boss.sync.setInterest([ticket.id]);
    proxy.set({ mode: 'stall' });
    for (const text of texts) await chat.customerWrites(text);
    await boss.until(() => bodies(boss, ticket.id).at(-1) === texts.at(-1), 'all of them');
    expect(bodies(ana, ticket.id)).toEqual(['Olá']);
    await until(anaIsOffline, 36 + 5);
    await back();
    await expectLedgers(ana, chat, texts);
  });
});
