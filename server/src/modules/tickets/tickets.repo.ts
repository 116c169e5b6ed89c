import type { TicketStatus } from '@balcao/shared/api/tickets.ts';
import { type Actor, actorScopes } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';

export interface LockedTicket {
  id: number;
  status: TicketStatus;
  userId: number | null;
  contactId: number;
  connectionId: number;
  unreadMessages: number;
  scopes: string[];
  /** Its connection is still there to answer through. */
  hasConnection: boolean;
}

/**
 * Of this table alone: after waiting for a lock PostgreSQL looks at the row again, but not at rows joined to it.
 */
export async function lock(tx: Tx, companyId: number, ticketId: number): Promise<LockedTicket | undefined> {
  const [ticket] = await tx<LockedTicket[]>`
    select id, status, user_id, contact_id, connection_id, unread_messages, scopes,
      (select deleted_at is null from connections c
        where c.company_id = ${companyId} and c.id = tickets.connection_id) as has_connection
    from tickets where company_id = ${companyId} and id = ${ticketId}
    for update`;
  return ticket;
}

export async function userName(tx: Tx, companyId: number, userId: number): Promise<string | undefined> {
  const [user] = await tx<{ name: string }[]>`
    select name from users where company_id = ${companyId} and id = ${userId}`;
  return user?.name;
}

/** One conditional statement decides who is first. False when it was not pending or is not visible. */
export async function takePending(tx: Tx, actor: Actor, ticketId: number, at: Date): Promise<boolean> {
  const taken = await tx`
    update tickets set status = 'open', user_id = ${actor.userId}, chatbot = false, updated_at = ${at}
    where company_id = ${actor.companyId} and id = ${ticketId} and status = 'pending'
      and scopes && ${actorScopes(actor)}::text[]`;
  return taken.count === 1;
}

export async function close(tx: Tx, companyId: number, ticketId: number, at: Date): Promise<void> {
  await tx`
    update tickets
    set status = 'closed', closed_at = ${at}, updated_at = ${at}, unread_messages = 0, chatbot = false
    where company_id = ${companyId} and id = ${ticketId}`;
}

export async function reopen(tx: Tx, actor: Actor, ticketId: number, at: Date): Promise<void> {
  await tx`
    update tickets set status = 'open', user_id = ${actor.userId}, closed_at = null, updated_at = ${at}
    where company_id = ${actor.companyId} and id = ${ticketId}`;
}

export async function returnToQueue(tx: Tx, companyId: number, ticketId: number, at: Date): Promise<void> {
  await tx`
    update tickets set status = 'pending', user_id = null, updated_at = ${at}
    where company_id = ${companyId} and id = ${ticketId}`;
}

export async function clearUnread(tx: Tx, companyId: number, ticketId: number): Promise<void> {
  await tx`update tickets set unread_messages = 0 where company_id = ${companyId} and id = ${ticketId}`;
}

export async function markMessagesRead(tx: Tx, companyId: number, ticketId: number): Promise<void> {
  await tx`
    update messages set read = true
    where company_id = ${companyId} and ticket_id = ${ticketId} and not from_me and not read`;
}

/** Nobody will read them, so nothing counts as unread, and the customer gets no blue ticks. */
export async function dismissMessages(tx: Tx, companyId: number, ticketId: number): Promise<void> {
  const dismissed = await tx<{ id: string }[]>`
    update messages set read = true
    where company_id = ${companyId} and ticket_id = ${ticketId} and not from_me and not read
    returning id`;
  await tx`
    delete from read_receipts_due
    where company_id = ${companyId} and message_id = any (${dismissed.map(({ id }) => id)}::uuid[])`;
}

/** The conversation that a contact already has on a connection, and who leads it. */
export async function findUnderWay(
  tx: Tx,
  companyId: number,
  contactId: number,
  connectionId: number,
): Promise<{ userName: string | null } | undefined> {
  const [ticket] = await tx<{ userName: string | null }[]>`
    select u.name as user_name
    from tickets t
    left join users u on u.company_id = t.company_id and u.id = t.user_id
    where t.company_id = ${companyId} and t.contact_id = ${contactId} and t.connection_id = ${connectionId}
      and t.status <> 'closed'`;
  return ticket;
}
