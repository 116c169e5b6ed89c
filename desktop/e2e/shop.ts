import { expect } from '@playwright/test';
import { v7 as uuidv7 } from 'uuid';
import { openPool } from '../../server/src/platform/db/client.ts';
import { PASSWORD } from './acts.ts';
import { COMPANY } from './phones.ts';
import type { Stack } from './stack.ts';

type Message = Parameters<Stack['sandbox']['send']>[0];
type WithoutEnvelope<M> = M extends unknown ? Omit<M, 'from' | 'to'> : never;
/** The content a customer may send. */
type Content = WithoutEnvelope<Message>;

/** A shop full of customers: their messages and the agents' go over WhatsApp and through the server. */
export interface Shop {
  /** The customer writes; the promise is the message's WhatsApp id, when the server has stored it. */
  receivesMessage(customer: string, minutesAgo: number, content: Content | string): Promise<string>;
  accepts(agent: string, customer: string): Promise<void>;
  /** `quote`: WhatsApp id of a message. */
  answers(agent: string, customer: string, minutesAgo: number, body: string, quote?: string): Promise<void>;
  /** A note for colleagues, of whom it names some. */
  notes(agent: string, customer: string, body: string, names: readonly string[]): Promise<void>;
  finishes(agent: string, customer: string): Promise<void>;
  /** The admin puts the customer's card into a lane. */
  movesCard(customer: string, tagId: number): Promise<void>;
  /** The admin sets something up. */
  sets<T = unknown>(method: 'POST' | 'PUT', path: string, body: object): Promise<T>;
  /** The ticket was finished on another machine while the server was away from this one; what comes opens a new one. */
  closeElsewhere(customer: string): Promise<void>;
  /** Makes everything as old as it was told to be. Before a console has seen it, because time never runs backwards. */
  makeOlder(): Promise<void>;
  end(): Promise<void>;
}

/** `customers`: names by phone number. The company's phone must be linked. */
export async function openShop(stack: Stack, customers: Record<string, string>): Promise<Shop> {
  for (const [number, name] of Object.entries(customers)) await stack.sandbox.createPhone({ number, name });
  const sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-shop' });
  const ages: { waId: string | null; id: string | null; minutes: number }[] = [];
  const tokens = new Map<string, string>();

  async function call<T>(agent: string, method: string, path: string, body: unknown): Promise<T> {
    const response = await fetch(stack.serverUrl + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(tokens.has(agent) ? { authorization: `Bearer ${tokens.get(agent)}` } : {}),
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  async function as<T>(agent: string, method: string, path: string, body: unknown): Promise<T> {
    if (!tokens.has(agent)) {
      const email = `${agent}@demo.balcao.test`;
      const login = await call<{ token: string }>(agent, 'POST', '/auth/login', {
        email,
        password: PASSWORD,
      });
      tokens.set(agent, login.token);
    }
    return call<T>(agent, method, path, body);
  }

  async function ticketOf(customer: string): Promise<string> {
    const [ticket] = await sql<{ id: string }[]>`
      select t.id from tickets t join contacts c using (company_id)
      where c.id = t.contact_id and c.number = ${customer} order by t.status = 'closed', t.id desc limit 1`;
    return String(ticket?.id);
  }

  async function setStatus(agent: string, customer: string, status: string): Promise<void> {
    await as(agent, 'PUT', `/tickets/${await ticketOf(customer)}`, { status });
  }

  return {
    async receivesMessage(customer, minutes, content) {
      const said: Content = typeof content === 'string' ? { kind: 'text', text: content } : content;
      const { id } = await stack.sandbox.send({ ...said, from: customer, to: COMPANY } as Message);
      await expect
        .poll(async () => (await sql`select 1 from messages where wa_id = ${id}`).length, {
          intervals: [10],
          timeout: 20_000,
        })
        .toBe(1);
      ages.push({ waId: id, id: null, minutes });
      return id;
    },
    accepts: (agent, customer) => setStatus(agent, customer, 'open'),
    finishes: (agent, customer) => setStatus(agent, customer, 'closed'),
    async movesCard(customer, tagId) {
      await as('admin', 'PUT', `/ticket-tags/${await ticketOf(customer)}`, { tagId });
    },
    sets: (method, path, body) => as('admin', method, path, body),
    async answers(agent, customer, minutes, body, quote) {
      const [quoted] = quote
        ? await sql<{ id: string }[]>`select id from messages where wa_id = ${quote}`
        : [];
      const id = uuidv7();
      const quotedMsgId = quoted?.id;
      await as(agent, 'POST', `/messages/${await ticketOf(customer)}`, { id, body, quotedMsgId });
      await stack.sandbox.waitForMessage({ number: customer, text: body, progress: 'delivered' });
      ages.push({ waId: null, id, minutes });
    },
    async notes(agent, customer, body, names) {
      const people = await sql<
        { id: string }[]
      >`select id from users where name = any (${names as string[]})`;
      const mentionedIds = people.map(({ id }) => Number(id));
      const ticketId = Number(await ticketOf(customer));
      await as(agent, 'POST', '/ticket-notes', { ticketId, body, mentionedIds });
    },
    async closeElsewhere(customer) {
      await sql`update tickets set status = 'closed', closed_at = now() - interval '1 day' where id = ${await ticketOf(customer)}`;
    },
    async makeOlder() {
      for (const { waId, id, minutes } of ages)
        await sql`
          update messages set created_at = now() - ${minutes} * interval '1 minute'
          where wa_id = ${waId} or id = ${id}`;
      await sql`
        update tickets t set last_message_at =
          (select max(m.created_at) from messages m
            where m.company_id = t.company_id and m.ticket_id = t.id and m.state <> 'local')`;
      // A ticket's events come before its messages.
      await sql`
        update messages e set created_at = m.first
        from (select company_id, ticket_id, min(created_at) as first from messages group by 1, 2) m
        where e.company_id = m.company_id and e.ticket_id = m.ticket_id and e.media_type = 'event'`;
    },
    async end() {
      await sql.end();
    },
  };
}
