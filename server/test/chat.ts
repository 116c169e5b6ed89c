import { expect } from 'vitest';
import { type LiveApi, openLiveApi } from '../../desktop/test/live/live-api.ts';
import type { SandboxInfo } from '../sandbox/cli.ts';
import { createSandboxClient } from '../sandbox/client.ts';
import type { SandboxCommands } from '../sandbox/script/api.ts';
import { changeTicket, type TicketFixture } from '../src/sync/testing/data.ts';
import { startApi } from './api.ts';
import type { CompanyFixture, UserFixture } from './fixtures.ts';
import { disagreements, readConversation } from './ledgers.ts';
import { startProcess } from './process.ts';
import { createTenant, eventually, newNumber, QUICK } from './world.ts';

/** A customer's conversation with an agent, whose ends are a phone and a console. */
export interface Chat {
  ticket: TicketFixture;
  /** Number of the customer's phone. */
  customer: string;
  /** The customer writes. */
  says(text: string): Promise<void>;
  /** PostgreSQL has all that the customer wrote. */
  arrived(): Promise<void>;
  /** The customer's phone has what an agent wrote. */
  hears(text: string): Promise<void>;
  /**
   * Phones, PostgreSQL and this console have the same messages, each once and in their order: these texts, after the
   * first. Waits until what is under way has arrived.
   *
   * @param shown what the console shows of the conversation now
   */
  expectLedgers(shown: () => Promise<Shown[]>, texts: readonly string[]): Promise<void>;
}

interface Shown {
  id: string;
  mediaType: string;
}

/** A company whose phone is linked. */
export interface Shop {
  company: CompanyFixture;
  /** Somebody has written, and it is this agent's; null: it waits. */
  chat(agent: UserFixture | null): Promise<Chat>;
}

/**
 * The API in this process, where a test may hold its time and its lines; WhatsApp and the session worker in processes of
 * their own, whose time passes as ever.
 */
export interface FaultWorld {
  server: LiveApi;
  sandbox: SandboxCommands;
  shop(): Promise<Shop>;
  stop(): Promise<void>;
}

const FIRST = 'Olá';

/** @param route another way from the API to its database; the worker has the straight one. */
export async function startFaultWorld(route?: (url: string) => Promise<string>): Promise<FaultWorld> {
  const phones = startProcess<SandboxInfo>('server/sandbox/cli.ts', { args: ['--with-parent'] });
  const [server, info] = await Promise.all([
    openLiveApi(await startApi(route ? { route } : {})),
    phones.ready,
  ]);
  const { url, caFile, noiseRoot, control } = info;
  const whatsapp = { url, caFile, noiseRoot, version: null };
  const config = { ...server.deps.config, role: 'sessions', logLevel: 'silent', whatsapp };
  const args = [JSON.stringify({ config, times: QUICK })];
  const worker = startProcess('server/test/session-worker.ts', { args });
  const sandbox = createSandboxClient(control);
  const { admin } = server;

  async function openChat(shop: string, company: CompanyFixture, agent: UserFixture | null): Promise<Chat> {
    const customer = newNumber();
    await sandbox.createPhone({ number: customer, name: 'Clara' });
    let said = 0;
    const says = async (text: string) => {
      said += 1;
      await sandbox.send({ kind: 'text', from: customer, to: shop, text });
    };
    await says(FIRST);
    const find = () => admin<TicketFixture[]>`
      select t.id::int, t.contact_id::int as "contactId"
      from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
      where c.number = ${customer}`;
    const [ticket] = await eventually(find, ({ length }) => length === 1);
    if (!ticket) throw new Error('unreachable');
    if (agent) await changeTicket(server.db, company, ticket.id, { status: 'open', userId: agent.id });
    return {
      ticket,
      customer,
      says,
      async arrived() {
        const stored = () => admin`
          select from messages where ticket_id = ${ticket.id} and not from_me and state <> 'local'`;
        await eventually(stored, ({ count }) => count === said);
      },
      async hears(text) {
        await sandbox.waitForMessage({ number: customer, text, timeoutMs: 20_000 });
      },
      async expectLedgers(shown, texts) {
        const parties = { sandbox, admin, shop, customer };
        const read = async () => {
          const rows = (await shown()).filter(({ mediaType }) => !['note', 'event'].includes(mediaType));
          return { ...(await readConversation(parties)), shown: rows.map(({ id }) => id) };
        };
        const judged = async () => {
          const ledgers = await read();
          return { wrong: disagreements(ledgers), texts: ledgers.stored.map(({ text }) => text) };
        };
        await expect.poll(judged, { timeout: 20_000 }).toEqual({ wrong: [], texts: [FIRST, ...texts] });
      },
    };
  }

  return {
    server,
    sandbox,
    async shop() {
      const tenant = await createTenant(sandbox, admin);
      await worker.ready;
      await tenant.link();
      return { company: tenant.company, chat: (agent) => openChat(tenant.shop, tenant.company, agent) };
    },
    async stop() {
      await worker.kill();
      await Promise.all([server.stop(), phones.kill()]);
    },
  };
}
