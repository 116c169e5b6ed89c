import type { Actor, Profile } from '@balcao/shared/contract/roles.ts';
import { BY_ADDRESS, BY_NUMBER, BY_TEMPLATE } from '@balcao/shared/features/connections/channel.ts';
import type { TicketStatus } from '@balcao/shared/features/tickets/row.ts';
import { actorScopes } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import * as tracking from '../ticket-tracking/ticket-tracking.service.ts';
import { awake } from './snooze.repo.ts';

export interface LockedTicket {
  id: number;
  status: TicketStatus;
  userId: number | null;
  contactId: number;
  connectionId: number;
  queueId: number | null;
  /** A bot answers in it. */
  chatbot: boolean;
  unreadMessages: number;
  markedUnread: boolean;
  scopes: string[];
  /** Its connection is still there to answer through. */
  hasConnection: boolean;
}

/** What answers a ticket that waits. Undefined: as it is. */
export interface Agent {
  id: number;
  name: string;
  profile: Profile;
  super: boolean;
  allTicket: boolean;
  queueIds: number[];
}

/**
 * Reads this table alone: after waiting for a lock PostgreSQL looks at the row again, but not at rows joined to it.
 */
export async function lock(tx: Tx, companyId: number, ticketId: number): Promise<LockedTicket | undefined> {
  const [ticket] = await tx<LockedTicket[]>`
    select id, status, user_id, contact_id, connection_id, queue_id, chatbot, unread_messages, marked_unread, scopes,
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

/** People take over: nothing answers in their place, nor begins again in this cycle. */
const withoutBot = (tx: Tx) =>
  tx`answerer = 'nobody', bot_option_id = null, prompt_id = null, integration_id = null, bot_ended = 'person'`;

/** The cycle is over: the next one begins as if no bot had ever spoken. */
const freshBot = (tx: Tx) => tx`answerer = 'nobody', bot_option_id = null, bot_ended = null, bot_menus = 0,
  bot_menu_at = null, bot_answers = 0, bot_heard = null, bot_repeats = 0, hours_told_at = null,
  hours_told_queue_id = null, prompt_id = null, integration_id = null`;

/** One conditional statement decides who is first. False when it was not pending or is not visible. */
export async function takePending(tx: Tx, actor: Actor, ticketId: number, at: Date): Promise<boolean> {
  const taken = await tx`
    update tickets set status = 'open', user_id = ${actor.userId}, ${withoutBot(tx)}, ${awake(tx, at)}, updated_at = ${at}
    where company_id = ${actor.companyId} and id = ${ticketId} and status = 'pending'
      and scopes && ${actorScopes(actor)}::text[]`;
  return taken.count === 1;
}

/** One that nobody had taken is of whoever closes it, and stands in their list. @param userId null: nobody does */
export async function close(
  tx: Tx,
  { companyId, userId }: { companyId: number; userId: number | null },
  ticketId: number,
  at: Date,
): Promise<void> {
  await tx`
    with unpinned as (delete from ticket_pins where company_id = ${companyId} and ticket_id = ${ticketId})
    update tickets
    set status = 'closed', user_id = coalesce(user_id, ${userId}::bigint), closed_at = ${at}, waiting_since = null,
      unread_messages = 0, marked_unread = false, ${freshBot(tx)}, ${awake(tx, at)}, updated_at = ${at}
    where company_id = ${companyId} and id = ${ticketId}`;
}

export async function reopen(tx: Tx, actor: Actor, ticketId: number, at: Date): Promise<void> {
  await tx`
    update tickets set status = 'open', user_id = ${actor.userId}, closed_at = null, rating_until = null, updated_at = ${at}
    where company_id = ${actor.companyId} and id = ${ticketId}`;
}

export async function returnToQueue(tx: Tx, companyId: number, ticketId: number, at: Date): Promise<void> {
  await tx`
    update tickets set status = 'pending', user_id = null, ${withoutBot(tx)}, ${awake(tx, at)}, updated_at = ${at},
      waiting_since = coalesce(waiting_since, ${at})
    where company_id = ${companyId} and id = ${ticketId}`;
}

/** Open with an agent, or waiting for one in its queue. */
export async function move(
  tx: Tx,
  companyId: number,
  ticketId: number,
  to: { userId: number | null; queueId: number | null },
  at: Date,
): Promise<void> {
  await tx`
    update tickets set status = ${to.userId === null ? 'pending' : 'open'}, user_id = ${to.userId},
      queue_id = ${to.queueId}, ${withoutBot(tx)}, ${awake(tx, at)}, updated_at = ${at},
      waiting_since = ${to.userId === null ? tx`coalesce(waiting_since, ${at})` : tx`waiting_since`}
    where company_id = ${companyId} and id = ${ticketId}`;
}

export async function userExists(tx: Tx, companyId: number, userId: number): Promise<boolean> {
  return (await tx`select from users where company_id = ${companyId} and id = ${userId}`).count === 1;
}

/** Until the end of the transaction nobody removes them. */
export async function lockContact(tx: Tx, companyId: number, contactId: number): Promise<boolean> {
  const found = await tx`
    select from contacts where company_id = ${companyId} and id = ${contactId} for key share`;
  return found.count === 1;
}

/** Until the end of the transaction nobody removes it. */
export async function lockQueue(tx: Tx, companyId: number, queueId: number): Promise<boolean> {
  const found = await tx`
    select from queues where company_id = ${companyId} and id = ${queueId} for key share`;
  return found.count === 1;
}

/** Agents who could be given a ticket. Until the end of the transaction they are not removed. */
export async function lockAgent(tx: Tx, companyId: number, userId: number): Promise<Agent | undefined> {
  const [agent] = await tx<Agent[]>`
    select id, name, profile, super, all_ticket,
      array(select queue_id from user_queues m where m.company_id = u.company_id and m.user_id = u.id) as queue_ids
    from users u where company_id = ${companyId} and id = ${userId}
    for key share`;
  return agent;
}

/** @param seenAt what the customer wrote later stays unread; undefined: nothing does */
export async function markMessagesRead(
  tx: Tx,
  companyId: number,
  ticketId: number,
  seenAt: string | undefined,
): Promise<void> {
  await tx`
    update messages set read = true
    where company_id = ${companyId} and ticket_id = ${ticketId} and not from_me and not read
      ${seenAt === undefined ? tx`` : tx`and created_at <= ${seenAt}::timestamptz`}`;
}

export async function countUnread(tx: Tx, companyId: number, ticketId: number): Promise<void> {
  await tx`
    update tickets t set marked_unread = false, unread_messages = (
      select count(*) from messages m
      where m.company_id = ${companyId} and m.ticket_id = ${ticketId} and not m.from_me and not m.read)
    where t.company_id = ${companyId} and t.id = ${ticketId}`;
}

export async function markUnread(tx: Tx, companyId: number, ticketId: number): Promise<void> {
  await tx`
    update tickets set marked_unread = true
    where company_id = ${companyId} and id = ${ticketId} and not marked_unread`;
}

/** The customer has written something after `seenAt` that nobody has read. */
export async function hasUnread(
  tx: Tx,
  companyId: number,
  ticketId: number,
  seenAt: string,
): Promise<boolean> {
  const [found] = await tx<{ unread: boolean }[]>`
    select exists (select from messages
      where company_id = ${companyId} and ticket_id = ${ticketId} and not from_me and not read
        and created_at > ${seenAt}::timestamptz) as unread`;
  return found?.unread === true;
}

/** No agent will read them, so nothing counts as unread, and the customer gets no blue ticks. */
export async function dismissMessages(tx: Tx, companyId: number, ticketId: number): Promise<void> {
  const dismissed = await tx<{ id: string }[]>`
    update messages set read = true
    where company_id = ${companyId} and ticket_id = ${ticketId} and not from_me and not read
    returning id`;
  await tx`
    delete from read_receipts_due
    where company_id = ${companyId} and message_id = any (${dismissed.map(({ id }) => id)}::uuid[])`;
}

export interface TicketRecord {
  companyId: number;
  contactId: number;
  connectionId: number;
  queueId: number | null;
  /** Null: it waits, or nobody has had it. */
  userId: number | null;
  at: Date;
}

/**
 * Inserts a ticket with its first cycle. Undefined when the contact has a conversation under way on that connection.
 */
export async function insert(tx: Tx, ticket: TicketRecord): Promise<number | undefined> {
  const { companyId, contactId, connectionId, queueId, userId, at } = ticket;
  const isOpen = userId !== null;
  const [created] = await tx<{ id: number }[]>`
    with ticket as (
      insert into tickets (company_id, contact_id, connection_id, queue_id, user_id, status, is_group, last_message_at,
        waiting_since, bot_ended)
      select ${companyId}, id, ${connectionId}, ${queueId}, ${userId}, ${isOpen ? 'open' : 'pending'}, is_group, ${at},
        ${isOpen ? null : at}::timestamptz, 'person'
      from contacts where company_id = ${companyId} and id = ${contactId}
      on conflict (company_id, contact_id, connection_id) where status <> 'closed' do nothing
      returning id),
    cycle as (
      insert into ticket_tracking (company_id, ticket_id, connection_id, queue_id, user_id, is_first, created_at,
        queued_at, started_at)
      select ${companyId}, id, ${connectionId}, ${queueId}::bigint, ${userId}::bigint,
        ${tracking.isFirst(tx, companyId, contactId)}, ${at}::timestamptz,
        ${isOpen || queueId === null ? null : at}::timestamptz, ${isOpen ? at : null}::timestamptz
      from ticket)
    select id from ticket`;
  return created?.id;
}

/** One that is over already and was nobody's work: it has no cycle. @param ticket.userId whose it is shown as */
export async function insertClosed(tx: Tx, ticket: TicketRecord): Promise<number> {
  const { companyId, contactId, connectionId, queueId, userId, at } = ticket;
  const [created] = await tx<{ id: number }[]>`
    insert into tickets (company_id, contact_id, connection_id, queue_id, user_id, is_group, status, created_at,
      closed_at, last_message_at)
    select ${companyId}, id, ${connectionId}, ${queueId}, ${userId}, is_group, 'closed', ${at}, ${at}, ${at}
    from contacts where company_id = ${companyId} and id = ${contactId}
    returning id`;
  if (!created) throw new Error('ticket not created');
  return created.id;
}

/** @returns the name of its contact; undefined when there was none */
export async function remove(tx: Tx, companyId: number, ticketId: number): Promise<string | undefined> {
  const [gone] = await tx<{ name: string }[]>`
    delete from tickets t using contacts c
    where t.company_id = ${companyId} and t.id = ${ticketId} and c.company_id = t.company_id and c.id = t.contact_id
    returning c.name`;
  return gone?.name;
}

/**
 * Condition on connections `c`. Where people are known by number or by address anybody may begin, with an approved text
 * at least; elsewhere only on the connection that they have written to.
 */
const leadsTo = (tx: Tx, contactId: number) => tx`(
  c.kind = any (${BY_NUMBER.kinds}) and exists (
    select from contacts p where p.company_id = c.company_id and p.id = ${contactId} and (p.number <> '' or exists (
      select from contact_identities i
      where i.company_id = p.company_id and i.contact_id = p.id and i.kind = any (${BY_NUMBER.identities}))))
  or c.kind = any (${BY_TEMPLATE}) and exists (
    select from contacts p
    where p.company_id = c.company_id and p.id = ${contactId} and p.number <> '' and not p.is_group)
  or c.kind = any (${BY_ADDRESS}) and exists (
    select from contacts p
    left join contact_identities i
      on i.company_id = p.company_id and i.kind = 'email' and i.value = lower(p.email)
    where p.company_id = c.company_id and p.id = ${contactId} and not p.is_group and (
      p.email <> '' and i.contact_id is null or exists (
        select from contact_identities own
        where own.company_id = p.company_id and own.contact_id = p.id and own.kind = 'email')))
  or exists (
    select from tickets t
    where t.company_id = c.company_id and t.contact_id = ${contactId} and t.connection_id = c.id))`;

/** Whether a contact can be written to through a connection. */
export async function isReached(
  tx: Tx,
  companyId: number,
  connectionId: number,
  contactId: number,
): Promise<boolean> {
  const found = await tx`
    select from connections c where c.company_id = ${companyId} and c.id = ${connectionId} and ${leadsTo(tx, contactId)}`;
  return found.count === 1;
}

/** The queues that its customers reach; undefined when there is no such connection. */
export async function queuesOfConnection(
  tx: Tx,
  companyId: number,
  connectionId: number,
): Promise<number[] | undefined> {
  const [found] = await tx<{ queueIds: number[] }[]>`
    select array(select queue_id from connection_queues q
      where q.company_id = c.company_id and q.connection_id = c.id) as queue_ids
    from connections c where c.company_id = ${companyId} and c.id = ${connectionId} and c.deleted_at is null`;
  return found?.queueIds;
}

/**
 * The user's own connection first, then the default; only what is connected, and leads to the contact. A letter is
 * written by itself to nobody who can be reached otherwise.
 */
export async function findConnected(
  tx: Tx,
  companyId: number,
  userId: number | null,
  contactId: number,
): Promise<number | undefined> {
  const [found] = await tx<{ id: number }[]>`
    select c.id from connections c
    left join users u on u.company_id = c.company_id and u.id = ${userId} and u.connection_id = c.id
    where c.company_id = ${companyId} and c.deleted_at is null and c.status = 'connected'
      and ${leadsTo(tx, contactId)}
    order by u.id is null, c.kind = any (${BY_ADDRESS}), not c.is_default, c.id limit 1`;
  return found?.id;
}

/** Moves a ticket with the cycle under way. */
export async function moveToConnection(
  tx: Tx,
  companyId: number,
  ticketId: number,
  connectionId: number,
): Promise<void> {
  await tx`
    with cycle as (
      update ticket_tracking set connection_id = ${connectionId}
      where company_id = ${companyId} and ticket_id = ${ticketId} and finished_at is null)
    update tickets set connection_id = ${connectionId} where company_id = ${companyId} and id = ${ticketId}`;
}

/** The conversation that a contact already has on a connection, and who leads it. */
export interface UnderWay {
  id: number;
  status: 'open' | 'pending';
  uuid: string;
  scopes: string[];
  userName: string | null;
}

export async function findUnderWay(
  tx: Tx,
  companyId: number,
  contactId: number,
  connectionId: number,
): Promise<UnderWay | undefined> {
  const [ticket] = await tx<UnderWay[]>`
    select t.id, t.status, t.uuid, t.scopes, u.name as user_name
    from tickets t
    left join users u on u.company_id = t.company_id and u.id = t.user_id
    where t.company_id = ${companyId} and t.contact_id = ${contactId} and t.connection_id = ${connectionId}
      and t.status <> 'closed'`;
  return ticket;
}

/** A conversation in which a program speaks. */
export interface ProgramTicket {
  id: number;
  uuid: string;
  status: TicketStatus;
  queueId: number | null;
  userId: number | null;
  unreadMessages: number;
  chatbot: boolean;
  customerWroteAt: Date | null;
}

/** A contact's conversation under way on a connection, else the one that ended last, locked. */
export async function lockLatest(
  tx: Tx,
  companyId: number,
  contactId: number,
  connectionId: number,
): Promise<ProgramTicket | undefined> {
  const [ticket] = await tx<ProgramTicket[]>`
    select id, uuid, status, queue_id, user_id, unread_messages, chatbot, customer_wrote_at from tickets
    where company_id = ${companyId} and contact_id = ${contactId} and connection_id = ${connectionId}
    order by status = 'closed', last_message_at desc, id desc limit 1 for update`;
  return ticket;
}

export async function findOfProgram(
  tx: Tx,
  companyId: number,
  id: number,
): Promise<ProgramTicket | undefined> {
  const [ticket] = await tx<ProgramTicket[]>`
    select id, uuid, status, queue_id, user_id, unread_messages, chatbot, customer_wrote_at from tickets
    where company_id = ${companyId} and id = ${id}`;
  return ticket;
}

/** The actor's newest conversation with a contact, or one that waits for somebody like them. */
export async function findConversation(
  tx: Tx,
  actor: Actor,
  contactId: number,
): Promise<{ id: number; status: 'open' | 'pending' } | undefined> {
  const [ticket] = await tx<{ id: number; status: 'open' | 'pending' }[]>`
    select id, status from tickets
    where company_id = ${actor.companyId} and contact_id = ${contactId}
      and (status = 'open' and user_id = ${actor.userId}
        or status = 'pending' and scopes && ${actorScopes(actor)}::text[])
    order by status, last_message_at desc limit 1`;
  return ticket;
}
