import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import type { Channel, ConnectionKind } from '@balcao/shared/features/connections/channel.ts';
import type { MessageType } from '@balcao/shared/features/messages/row.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { StoredReaction } from '../../platform/db/message-json.ts';
import { queuedAt, type StepRow, stepsOf } from './message-steps.service.ts';

/** A message that somebody wants to change, locked until the end of the transaction. */
export interface ChangedMessage {
  id: string;
  ticketId: number;
  contactId: number;
  connectionId: number;
  fromMe: boolean;
  body: string;
  mediaType: MessageType;
  mediaId: string | null;
  mediaState: string | null;
  mediaName: string | null;
  viewOnce: boolean;
  placeholder: boolean;
  isDeleted: boolean;
  isEdited: boolean;
  reactions: StoredReaction[];
  state: 'received' | 'queued' | 'sending' | 'sent' | 'failed' | 'local';
  /** Known to WhatsApp, or about to be. */
  hasWaId: boolean;
  createdAt: Date;
  /** The scopes of its ticket: who may see it. */
  scopes: string[];
  /** What it went through. */
  connection: { kind: ConnectionKind; channel: Channel };
}

export async function lockMessage(
  tx: Tx,
  companyId: number,
  id: string,
): Promise<ChangedMessage | undefined> {
  const [message] = await tx<ChangedMessage[]>`
    select m.id, m.ticket_id, m.contact_id, m.connection_id, m.from_me, m.body, m.media_type, m.media_id,
      m.view_once, m.placeholder, m.is_deleted, m.is_edited, m.reactions, m.state,
      m.wa_id is not null as has_wa_id, m.created_at, t.scopes, f.state as media_state, f.name as media_name,
      json_build_object('kind', w.kind, 'channel', w.channel) as connection
    from messages m
    join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    join connections w on w.company_id = m.company_id and w.id = m.connection_id
    left join media f on f.company_id = m.company_id and f.id = m.media_id
    where m.company_id = ${companyId} and m.id = ${id}
    for update of m`;
  return message;
}

export async function agentName(tx: Tx, { companyId, userId }: Actor): Promise<string> {
  const [user] = await tx<{ name: string }[]>`
    select name from users where company_id = ${companyId} and id = ${userId}`;
  return user?.name ?? '';
}

/** The row shows it at once. */
export async function deleteForAll(tx: Tx, companyId: number, id: string): Promise<void> {
  await tx`update messages set is_deleted = true, error_code = null
    where company_id = ${companyId} and id = ${id}`;
}

/** It never left, and will not. */
export async function withdraw(tx: Tx, companyId: number, id: string): Promise<void> {
  await tx`update messages set is_deleted = true, state = 'failed', error_code = null, not_before = null
    where company_id = ${companyId} and id = ${id} and state in ('queued', 'failed')`;
}

export async function setBody(tx: Tx, companyId: number, id: string, body: string): Promise<void> {
  await tx`
    update messages set earlier_bodies = earlier_bodies || body, body = ${body}, is_edited = true, error_code = null
    where company_id = ${companyId} and id = ${id}`;
}

export async function setReactions(
  tx: Tx,
  companyId: number,
  id: string,
  reactions: StoredReaction[],
): Promise<void> {
  await tx`update messages set reactions = ${JSON.stringify(reactions)}::text::jsonb, error_code = null
    where company_id = ${companyId} and id = ${id}`;
}

/**
 * Puts a change into the outbox, behind its message and what was done to that before, also when the clock went back
 * meanwhile.
 */
export async function insertChange(
  tx: Tx,
  companyId: number,
  message: Pick<ChangedMessage, 'id' | 'connectionId' | 'contactId'>,
  change: { kind: 'edit' | 'delete' | 'react'; body: string; before: string | null; at: Date },
): Promise<void> {
  await tx`
    insert into outgoing_changes (company_id, connection_id, contact_id, message_id, kind, body, before, created_at)
    select company_id, ${message.connectionId}, ${message.contactId}, id, ${change.kind}, ${change.body},
      ${change.before}, greatest(${change.at}, created_at, (
        select max(created_at) from outgoing_changes where company_id = ${companyId} and message_id = ${message.id}))
    from messages where company_id = ${companyId} and id = ${message.id}`;
}

export interface MessageInfoRow {
  scopes: string[];
  storedAt: Date;
  queuedAt: Date | null;
  waId: string | null;
  connectionName: string;
  errorCode: ErrorCode | null;
  steps: StepRow[] | null;
  earlierBodies: string[];
  sentAt: Date | null;
  deliveredAt: Date | null;
  readAt: Date | null;
  playedAt: Date | null;
  recipients: RecipientRow[] | null;
}

interface RecipientRow {
  name: string;
  number: string | null;
  delivered: string | null;
  read: string | null;
  played: string | null;
}

export async function findInfo(tx: Tx, companyId: number, id: string): Promise<MessageInfoRow | undefined> {
  const [row] = await tx<MessageInfoRow[]>`
    select t.scopes, m.stored_at, ${queuedAt(tx)} as queued_at, m.wa_id, w.name as connection_name, m.error_code, m.earlier_bodies, m.sent_at,
      m.delivered_at, m.read_at, m.played_at, ${stepsOf(tx)} as steps,
      (select json_agg(json_build_object(
          'name', coalesce((select participant_name from messages said
            where said.company_id = m.company_id and said.ticket_id = m.ticket_id
              and said.participant = r.participant limit 1), ''),
          'number', substring(r.participant from '^([0-9]+)@s[.]whatsapp[.]net$'),
          'delivered', r.delivered_at, 'read', r.read_at, 'played', r.played_at)
          order by r.read_at nulls last, r.delivered_at)
        from message_receipts r where r.company_id = m.company_id and r.message_id = m.id) as recipients
    from messages m
    join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    join connections w on w.company_id = m.company_id and w.id = m.connection_id
    where m.company_id = ${companyId} and m.id = ${id}`;
  return row;
}
