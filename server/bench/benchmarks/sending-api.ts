import { createHash, randomUUID } from 'node:crypto';
import { sendApiMessage } from '@balcao/shared/features/messages-api/calls.ts';
import { API_RATE } from '@balcao/shared/features/messages-api/rules.ts';
import { Agent, request as ask } from 'undici';
import { v7 as uuidv7 } from 'uuid';
import { givePlan } from '../../test/fixtures.ts';
import { startApi } from '../api.ts';
import type { Benchmark } from '../figure.ts';
import { measure, percentiles } from '../measure.ts';
import type { BenchDatabase } from '../postgres.ts';
import { seedCompany } from '../seed.ts';

const IN_FLIGHT = 10;
const ROUNDS = 3;

/**
 * Messages that programs hand over, beside the rows that such a message leaves behind, inserted bare: its own, the
 * ticket's news, the call's key and the token's allowance, each message in one transaction. So many tokens send, that no
 * allowance ends.
 */
export const sendingApi: Benchmark = {
  name: 'sending-api',
  async run(context) {
    const database = await context.postgres.createDatabase();
    const company = await seedCompany(database.admin, 100);
    const { companyId } = company;
    await givePlan(database.admin, companyId);
    const count = context.quick ? 400 : 2_000;
    const senders = await addSenders(database, companyId, Math.ceil((2 * count * ROUNDS) / API_RATE.burst));
    const api = await startApi(context, database);
    const agent = new Agent({ connections: IN_FLIGHT });
    let turn = 0;
    const ours = async () => {
      const { token, number } = senders[turn++ % senders.length]!;
      const { statusCode, body } = await ask(`${api.url}${sendApiMessage.path}`, {
        dispatcher: agent,
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
        },
        body: JSON.stringify({ number, body: 'O seu pedido saiu para entrega.' }),
      });
      const text = await body.text();
      if (statusCode !== 202) throw new Error(`POST ${sendApiMessage.path}: ${statusCode} ${text}`);
    };
    const bare = () => insertBare(database, companyId, senders[turn++ % senders.length]!);
    for (const _ of senders) await ours();

    const rates: { ours: number; bare: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      rates.push({
        bare: (await measure(count, IN_FLIGHT, bare)).perSecond,
        ours: (await measure(count, IN_FLIGHT, ours)).perSecond,
      });
    const median = (kind: 'ours' | 'bare') => percentiles(rates.map((rate) => rate[kind])).p50;
    await agent.close();
    await api.stop();
    await database.drop();
    return [
      {
        name: `a message of a program accepted, ${IN_FLIGHT} at once, each`,
        value: 1_000 / median('ours'),
        unit: 'ms',
        floor: { what: 'its rows, inserted bare', value: 1_000 / median('bare') },
        // At least 0.7 of the rate.
        target: { ratioAtMost: 1.4 },
      },
    ];
  },
};

interface Sender {
  token: string;
  number: string;
  connectionId: number;
  contactId: number;
  ticketId: number;
}

/** Connections with a token, each with a customer whose conversation is under way. */
async function addSenders({ admin }: BenchDatabase, companyId: number, count: number): Promise<Sender[]> {
  const senders: Sender[] = [];
  for (let index = 0; index < count; index += 1) {
    const token = randomUUID() + randomUUID();
    const number = String(5_511_970_000_000 + index);
    const [row] = await admin<{ connectionId: number; contactId: number; ticketId: number }[]>`
      with line as (
        insert into connections (company_id, name, api_token_hash)
        values (${companyId}, ${`Sender ${index}`}, ${createHash('sha256').update(token).digest()}) returning id),
      contact as (
        insert into contacts (company_id, name, number) values (${companyId}, 'Cliente', ${number}) returning id),
      known as (
        insert into contact_identities (company_id, kind, value, contact_id)
        select ${companyId}, 'phone', ${number}, id from contact),
      ticket as (
        insert into tickets (company_id, contact_id, connection_id)
        select ${companyId}, contact.id, line.id from contact, line returning id)
      select line.id::int as "connectionId", contact.id::int as "contactId", ticket.id::int as "ticketId"
      from line, contact, ticket`;
    if (row) senders.push({ token, number, ...row });
  }
  return senders;
}

/** Inserts the bare rows, with all that the tables do by themselves. */
async function insertBare(
  { admin }: BenchDatabase,
  companyId: number,
  { connectionId, contactId, ticketId }: Sender,
): Promise<void> {
  await admin.begin(async (tx) => {
    await tx`
      with said as (
        insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, said_by, body, state, ack,
          read, created_at)
        values (${companyId}, ${uuidv7()}, ${ticketId}, ${contactId}, ${connectionId}, true, 'api',
          'O seu pedido saiu para entrega.', 'queued', 1, true, now())),
      key as (
        insert into idempotency_keys (company_id, owner, key, request_hash, status, answer)
        values (${companyId}, ${`connectionToken:${connectionId}`}, ${randomUUID()}, ${Buffer.alloc(32)}, 202,
          ${Buffer.alloc(200)})),
      counted as (
        insert into token_rates (company_id, token_class, token_id, full_at)
        values (${companyId}, 'bare', ${connectionId}, now())
        on conflict (company_id, token_class, token_id) do update set full_at = excluded.full_at)
      update tickets set last_message = 'O seu pedido saiu para entrega.', last_message_at = now()
      where company_id = ${companyId} and id = ${ticketId}`;
  });
}
