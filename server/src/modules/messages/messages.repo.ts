import type { MessageKey } from '@balcao/shared/contract/message-key.ts';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { TemplateChoice } from '@balcao/shared/features/message-templates/row.ts';
import type { QueuedTemplate } from '@balcao/shared/features/message-templates/template-text.ts';
import { cardOfMail, type MailEnvelope } from '@balcao/shared/features/messages/mail-envelope.ts';
import { ACK, type MessageType } from '@balcao/shared/features/messages/row.ts';
import { actorScopes } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import * as tracking from '../ticket-tracking/ticket-tracking.service.ts';

export interface QueuedMessage {
  companyId: number;
  id: string;
  ticketId: number;
  contactId: number;
  connectionId: number;
  /** Null: nobody who is still here. */
  userId: number | null;
  /** Undefined: the person whose id stands beside it. */
  saidBy?: 'schedule' | 'api';
  body: string;
  mediaType: MessageType;
  mediaId: string | null;
  quotedId: string | null;
  forwarded: boolean;
  /** Absent: free words. */
  template?: QueuedTemplate | null;
  /** The message with whose words its file goes, in a mail. */
  mailOf?: string | undefined;
  /** Subject and copies, in a mail. */
  mail?: MailEnvelope | undefined;
  at: Date;
}

/**
 * The caller holds the lock on the ticket: a clock that goes back, or is behind another process's, puts no message
 * before one that was there already, neither here nor on the customer's phone.
 *
 * @returns its place in the conversation; undefined when the id has just been taken
 */
export async function insertQueued(tx: Tx, message: QueuedMessage): Promise<Date | undefined> {
  const [inserted] = await tx<{ createdAt: Date }[]>`${queuing(tx, message)}`;
  return inserted?.createdAt;
}

/**
 * The same for what nobody has written in the ticket, which shows it as its newest message. Who waits for an answer, and
 * what is unread, stays. False: the id has just been taken.
 */
export async function insertSaid(tx: Tx, message: QueuedMessage, preview: string): Promise<boolean> {
  const noted = await tx`
    with said as (${queuing(tx, message)})
    update tickets t set last_message = ${preview}, last_message_at = greatest(t.last_message_at, said.created_at)
    from said where t.company_id = ${message.companyId} and t.id = ${message.ticketId}`;
  return noted.count === 1;
}

const queuing = (tx: Tx, message: QueuedMessage) => tx`
  insert into messages (company_id, id, ticket_id, contact_id, connection_id, user_id, from_me, said_by, body,
    media_type, media_id, quoted_id, forwarded, template, mail_of, card, state, ack, read, created_at)
  select ${message.companyId}, ${message.id}, id, ${message.contactId}, ${message.connectionId},
    ${message.userId}::bigint, true, ${message.saidBy ?? null}, ${message.body}, ${message.mediaType}, ${message.mediaId}::uuid,
    ${message.quotedId}::uuid, ${message.forwarded},
    ${message.template ? tx.json(message.template) : null}::jsonb, ${message.mailOf ? mailOf(tx, message, message.mailOf) : null},
    ${message.mail ? cardIn(tx, message, message.mail) : null}::jsonb, 'queued', 1, true,
    greatest(${message.at}, last_message_at + interval '1 millisecond')
  from tickets where company_id = ${message.companyId} and id = ${message.ticketId}
  on conflict (company_id, id) do nothing
  returning created_at`;

/** Where it goes by mail, and the words have not left without it. */
const mailOf = (tx: Tx, { companyId, connectionId }: QueuedMessage, id: string) => tx`(
  select ${id}::uuid from connections c
  where c.company_id = ${companyId} and c.id = ${connectionId} and c.kind = 'mail' and not exists (
    select from messages head where head.company_id = ${companyId} and head.id = ${id}))`;

const cardIn = (tx: Tx, { companyId, connectionId }: QueuedMessage, mail: MailEnvelope) => tx`(
  select ${JSON.stringify(cardOfMail(mail))}::text::jsonb from connections c
  where c.company_id = ${companyId} and c.id = ${connectionId} and c.kind = 'mail')`;

/** Back into the outbox, with the messenger's id that it has; not what was deleted meanwhile. A mail goes as a whole. */
export async function requeueFailed(tx: Tx, companyId: number, id: string): Promise<void> {
  await tx`
    with head as (
      select coalesce(mail_of, id) as id from messages where company_id = ${companyId} and id = ${id})
    update messages m set state = 'queued', ack = ${ACK.pending}, error_code = null, attempts = 0, not_before = null
    from head
    where m.company_id = ${companyId} and (m.id = head.id or m.mail_of = head.id or m.id = ${id}) and m.from_me
      and m.state = 'failed' and not m.is_deleted`;
}

interface Owner {
  ticketId: number;
  contactId: number;
  userId: number | null;
  forwarded: boolean;
  isTemplate: boolean;
}

/** Which ticket a message belongs to and who wrote it. */
export async function findOwner(tx: Tx, companyId: number, id: string): Promise<Owner | undefined> {
  const [message] = await tx<Owner[]>`
    select ticket_id, contact_id, user_id, forwarded, template is not null as is_template
    from messages where company_id = ${companyId} and id = ${id}`;
  return message;
}

/**
 * Whether the id is that of this very message, as it was written; undefined when it is free. A template is the same whatever
 * it says by now.
 */
export async function isSame(
  tx: Tx,
  message: Pick<
    QueuedMessage,
    'companyId' | 'id' | 'ticketId' | 'userId' | 'body' | 'mediaId' | 'quotedId'
  > & {
    template: TemplateChoice | null;
  },
): Promise<boolean | undefined> {
  const [known] = await tx<{ same: boolean }[]>`
    select coalesce(ticket_id = ${message.ticketId} and user_id is not distinct from ${message.userId}::bigint
        and (template is not null or coalesce(earlier_bodies[1], body) = ${message.body}), false)
      and template - 'blanks' is not distinct from ${message.template ? tx.json(message.template) : null}::jsonb
      and media_id is not distinct from ${message.mediaId}::uuid
      and quoted_id is not distinct from ${message.quotedId}::uuid as same
    from messages where company_id = ${message.companyId} and id = ${message.id}`;
  return known?.same;
}

/** Said by or to this contact in a ticket that the actor sees; what agents tell each other is not. */
export async function isOfContact(tx: Tx, actor: Actor, id: string, contactId: number): Promise<boolean> {
  const found = await tx`
    select from messages m join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    where m.company_id = ${actor.companyId} and m.id = ${id} and m.contact_id = ${contactId}
      and m.state <> 'local' and t.scopes && ${actorScopes(actor)}::text[]`;
  return found.count === 1;
}

/**
 * The ticket shows the answer as its newest message; the customer waits from the first word on that is still unread.
 */
export async function noteAnswer(
  tx: Tx,
  companyId: number,
  ticketId: number,
  preview: string,
  at: Date,
): Promise<void> {
  await tx`
    with cycle as (${tracking.answer(tx, companyId, ticketId, at)})
    update tickets t
    set last_message = ${preview}, last_message_at = ${at}, updated_at = ${at}, unread_messages = unread.count,
      marked_unread = false, waiting_since = unread.since
    from (select count(*) as count, min(created_at) as since from messages
      where company_id = ${companyId} and ticket_id = ${ticketId} and not from_me and not read) unread
    where t.company_id = ${companyId} and t.id = ${ticketId}`;
}

/** Where a message of this contact stands; null when there is none. */
export async function keyOf(
  tx: Tx,
  companyId: number,
  contactId: number,
  id: string,
): Promise<MessageKey | null> {
  const [row] = await tx<{ createdAt: Date; id: string }[]>`
    select created_at, id from messages
    where company_id = ${companyId} and id = ${id} and contact_id = ${contactId}`;
  return row ? { createdAt: row.createdAt.toISOString(), id: row.id } : null;
}

/** The key of the message that stands `offset` places before a key, or behind the newest; null when there are fewer. */
export async function keyAtOffset(
  tx: Tx,
  actor: Actor,
  contactId: number,
  before: MessageKey | null,
  offset: number,
): Promise<MessageKey | null> {
  const [row] = await tx<{ createdAt: Date; id: string }[]>`
    select m.created_at, m.id from messages m
    join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    where m.company_id = ${actor.companyId} and m.contact_id = ${contactId}
      and t.scopes && ${actorScopes(actor)}::text[]
      ${before ? tx`and (m.created_at, m.id) < (${before.createdAt}::timestamptz, ${before.id}::uuid)` : tx``}
    order by m.created_at desc, m.id desc offset ${offset} limit 1`;
  return row ? { createdAt: row.createdAt.toISOString(), id: row.id } : null;
}
