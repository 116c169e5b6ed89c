import { v7 as uuidv7 } from 'uuid';
import type { CompanyFixture } from '../../../test/fixtures.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';

export interface TicketFixture {
  id: number;
  contactId: number;
}

export interface TicketPlan {
  queueId: number | null;
  name: string;
  messages?: string[];
  status?: 'pending' | 'open' | 'closed';
  userId?: number;
  lastMessageAt?: Date;
}

/** A customer with a conversation, as the incoming pipeline would leave it. */
export function addTicket(db: Database, company: CompanyFixture, plan: TicketPlan): Promise<TicketFixture> {
  const { companyId, connectionId } = company;
  return db.withCompany(companyId, async (tx) => {
    const contactId = await one(
      tx`insert into contacts (company_id, name, number) values (${companyId}, ${plan.name}, '5511999990000') returning id`,
    );
    const id = await one(tx`
      insert into tickets (company_id, contact_id, connection_id, queue_id, status, user_id, last_message_at)
      values (${companyId}, ${contactId}, ${connectionId}, ${plan.queueId}, ${plan.status ?? 'pending'},
        ${plan.userId ?? null}, ${plan.lastMessageAt ?? new Date()}) returning id`);
    const ticket = { id, contactId };
    for (const body of plan.messages ?? []) await insertMessage(tx, company, ticket, body);
    return ticket;
  });
}

export function addMessage(
  db: Database,
  company: CompanyFixture,
  ticket: TicketFixture,
  body: string,
): Promise<string> {
  return db.withCompany(company.companyId, (tx) => insertMessage(tx, company, ticket, body));
}

export async function insertMessage(
  tx: Tx,
  { companyId, connectionId }: CompanyFixture,
  ticket: TicketFixture,
  body: string,
): Promise<string> {
  const id = uuidv7();
  await tx`
    insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, state, created_at)
    values (${companyId}, ${id}, ${ticket.id}, ${ticket.contactId}, ${connectionId}, false, ${body}, 'received',
      clock_timestamp())`;
  await tx`
    update tickets set last_message = ${body}, last_message_at = clock_timestamp(), unread_messages = unread_messages + 1
    where company_id = ${companyId} and id = ${ticket.id}`;
  return id;
}

export function changeTicket(
  db: Database,
  { companyId }: CompanyFixture,
  ticketId: number,
  change: { queueId?: number | null; status?: string; userId?: number | null },
): Promise<void> {
  return db.withCompany(companyId, async (tx) => {
    await tx`update tickets set ${tx(change)} where company_id = ${companyId} and id = ${ticketId}`;
  });
}

export function joinQueue(
  db: Database,
  { companyId }: CompanyFixture,
  userId: number,
  queueId: number,
  member: boolean,
): Promise<void> {
  return db.withCompany(companyId, async (tx) => {
    if (member)
      await tx`insert into user_queues (company_id, user_id, queue_id)
        values (${companyId}, ${userId}, ${queueId}) on conflict do nothing`;
    else
      await tx`delete from user_queues
        where company_id = ${companyId} and user_id = ${userId} and queue_id = ${queueId}`;
  });
}

async function one(query: PromiseLike<readonly unknown[]>): Promise<number> {
  const [row] = await query;
  return (row as { id: number }).id;
}

/** A chat of these people in which the first of them has said something. */
export function addChat(
  db: Database,
  { companyId }: CompanyFixture,
  memberIds: readonly number[],
  body = 'Bom dia',
): Promise<{ chatId: number; id: string }> {
  const [ownerId = 0] = memberIds;
  return db.withCompany(companyId, async (tx) => {
    const chatId = await one(tx`
      insert into chats (company_id, title, owner_id, last_number, last_message, last_sender_id)
      values (${companyId}, 'Turno', ${ownerId}, 1, ${body}, ${ownerId}) returning id`);
    await tx`
      insert into chat_members (company_id, chat_id, user_id, unreads)
      select ${companyId}, ${chatId}, person, (person <> ${ownerId})::int from unnest(${memberIds as number[]}::bigint[]) as person`;
    const id = uuidv7();
    await tx`
      insert into chat_messages (company_id, id, chat_id, number, sender_id, body, media_type)
      values (${companyId}, ${id}, ${chatId}, 1, ${ownerId}, ${body}, 'chat')`;
    return { chatId, id };
  });
}
