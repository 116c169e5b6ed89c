import { expect } from 'vitest';
import { changeTicket, type TicketFixture } from '../src/sync/testing/data.ts';
import type { TestApi } from './api.ts';
import { eventually } from './eventually.ts';
import type { UserFixture } from './fixtures.ts';
import { disagreements, readConversation } from './ledgers.ts';
import { newNumber, type PhoneCompany } from './phone-company.ts';
import type { World } from './world.ts';

/** A customer's conversation with an agent, whose ends are a phone and a console. */
export interface Chat {
  ticket: TicketFixture;
  /** Number of the customer's phone. */
  customer: string;
  customerWrites(text: string): Promise<void>;
  /** PostgreSQL has all that the customer wrote. */
  arrived(): Promise<void>;
  /** The customer's phone has what an agent wrote. */
  customerReceives(text: string): Promise<void>;
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

const FIRST = 'Olá';

/**
 * A customer has written to a company whose phone is linked.
 *
 * @param api through which consoles look at the world's database
 * @param agent whose conversation it is; null: it waits
 */
export async function openChat(
  { sandbox: { commands }, database: { admin } }: World,
  api: TestApi,
  company: PhoneCompany,
  agent: UserFixture | null,
): Promise<Chat> {
  const customer = newNumber();
  await commands.createPhone({ number: customer, name: 'Clara' });
  let said = 0;
  const customerWrites = async (text: string) => {
    said += 1;
    await commands.send({ kind: 'text', from: customer, to: company.phone, text });
  };
  await customerWrites(FIRST);
  const find = () => admin<TicketFixture[]>`
    select t.id::int, t.contact_id::int as "contactId"
    from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    where c.number = ${customer}`;
  const [ticket] = await eventually(find, ({ length }) => length === 1);
  if (!ticket) throw new Error('unreachable');
  if (agent) await changeTicket(api.db, company, ticket.id, { status: 'open', userId: agent.id });
  return {
    ticket,
    customer,
    customerWrites,
    async arrived() {
      const stored = () => admin`
        select from messages where ticket_id = ${ticket.id} and not from_me and state <> 'local'`;
      await eventually(stored, ({ count }) => count === said);
    },
    async customerReceives(text) {
      await commands.waitForMessage({ number: customer, text, timeoutMs: 20_000 });
    },
    async expectLedgers(shown, texts) {
      const parties = { sandbox: commands, admin, shop: company.phone, customer };
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
