import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type Core, createCore } from '../../../desktop/src/core/core.ts';
import { createBrowserHost } from '../../../desktop/src/hosts/browser/host.ts';
import { type LiveApi, openLiveApi } from '../../../desktop/test/live/live-api.ts';
import { startApi } from '../api.ts';
import { type Chat, openChat } from '../chat.ts';
import { createTestDatabase } from '../database.ts';
import { type FaultProxy, startFaultProxy } from '../fault-proxy.ts';
import { createUser, type UserFixture } from '../fixtures.ts';
import type { PhoneCompany } from '../phone-company.ts';
import { startWorld, type World } from '../world.ts';

/**
 * What happens to the computer of an agent: a foreign network, sleep, a clock that is set, a damaged
 * file, a second program, a full disk, a screen that talks nonsense (N6, N7, N9, T1, W2 to W4, W6).
 */

export let world: World;
export let company: PhoneCompany;
export let server: LiveApi;
export let proxy: FaultProxy;
export let agent: UserFixture;
export let chat: Chat;
export let dir: string;
export let agents = 0;
export const cleanups: (() => void | Promise<void>)[] = [];

/** The agent's console behind the proxy. */
export async function start(): Promise<Core> {
  const log = pino({ level: 'silent' });
  const core = await createCore({ host: createBrowserHost(dir), serverUrl: proxy.url, version: 'test', log });
  cleanups.push(() => core.stop());
  return core;
}

/** The core is signed in and up to date. */
export async function signedIn(): Promise<Core> {
  const core = await start();
  const { email, password } = agent;
  await core.handlers['session.login']({ email, password });
  await expect.poll(() => phase(core), { timeout: 15_000 }).toBe('live');
  return core;
}

export const write = ({ handlers }: Core, body: string) =>
  handlers['messages.send']({ ticketId: chat.ticket.id, body, mediaId: null, quotedMsgId: null });
/** The agent's draft of the conversation. */
export const mine = () => ({ ticketId: chat.ticket.id, userId: agent.id });
export const phase = async ({ handlers }: Core) => (await handlers['sync.status'](null)).phase;

export async function back(core: Core): Promise<void> {
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

export const read = async ({ handlers }: Core, { ticket }: Chat = chat) => {
  const query = { ticketId: ticket.id, before: null, from: null, limit: 100 };
  return (await handlers['messages.list'](query)).messages;
};

/** The conversation on the screen is the one in PostgreSQL and on the customer's phone: these texts, once each. */
export const expectLedgers = (core: Core, texts: string[]) => chat.expectLedgers(() => read(core), texts);

/** Opens what these tests share, before the first of a file, and closes it after the last. */
export function prepare(): void {
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
}
