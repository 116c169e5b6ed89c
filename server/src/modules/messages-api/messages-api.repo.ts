import { PAGE_SIZE } from '@balcao/shared/contract/limits.ts';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import type { Channel } from '@balcao/shared/features/connections/channel.ts';
import type { ConnectionRow } from '@balcao/shared/features/connections/row.ts';
import type { ApiCall } from '@balcao/shared/features/messages-api/calls.ts';
import type { ApiState } from '@balcao/shared/features/messages-api/rules.ts';
import type { TicketStatus } from '@balcao/shared/features/tickets/row.ts';
import type { Tx } from '../../platform/db/client.ts';

/** A connection of a company, through which a program sends. */
export interface SendingPlace {
  companyId: number;
  connectionId: number;
}

/** The company's connections, the first two: whoever has one need not say which. */
export async function firstConnections(tx: Tx, companyId: number): Promise<number[]> {
  const found = await tx<{ id: number }[]>`
    select id from connections where company_id = ${companyId} and deleted_at is null order by id limit 2`;
  return found.map(({ id }) => id);
}

export async function hasConnection(tx: Tx, companyId: number, id: number): Promise<boolean> {
  const found = await tx`
    select from connections where company_id = ${companyId} and id = ${id} and deleted_at is null`;
  return found.count === 1;
}

interface CallRecord extends Omit<ApiCall, 'at'> {
  at: Date;
}

interface CallFilter {
  whatsappId?: number | undefined;
  apiKeyId?: number | undefined;
  after?: number | undefined;
}

/** Newest first, one more than a page has. */
export async function listCalls(
  tx: Tx,
  companyId: number,
  { whatsappId, apiKeyId, after }: CallFilter,
): Promise<CallRecord[]> {
  return tx<CallRecord[]>`
    select id, case token_class when 'connectionToken' then token_id end as whatsapp_id,
      case token_class when 'companyKey' then token_id end as api_key_id, method, route as path, status, error_code, duration_ms, at from token_calls
    where company_id = ${companyId}
      ${whatsappId === undefined ? tx`` : tx`and token_class = 'connectionToken' and token_id = ${whatsappId}`}
      ${apiKeyId === undefined ? tx`` : tx`and token_class = 'companyKey' and token_id = ${apiKeyId}`}
      ${after === undefined ? tx`` : tx`and id < ${after}`}
    order by id desc limit ${PAGE_SIZE + 1}`;
}

export type SendingChannel = Pick<ConnectionRow, 'kind' | 'channel'>;

export async function channelOf(
  tx: Tx,
  { companyId, connectionId }: SendingPlace,
): Promise<SendingChannel | undefined> {
  const [found] = await tx<SendingChannel[]>`
    select kind, channel from connections where company_id = ${companyId} and id = ${connectionId}`;
  return found;
}

/** Said by or to this contact through this connection; what agents tell each other is not. */
export async function isOfConversation(
  tx: Tx,
  { companyId, connectionId }: SendingPlace,
  contactId: number,
  messageId: string,
): Promise<boolean> {
  const found = await tx`
    select from messages
    where company_id = ${companyId} and id = ${messageId} and contact_id = ${contactId}
      and connection_id = ${connectionId} and state <> 'local'`;
  return found.count === 1;
}

export interface SentRecord {
  id: string;
  state: ApiState;
  channel: Channel;
  errorCode: ErrorCode | null;
  ticketId: number | null;
  ticketUuid: string | null;
  ticketStatus: TicketStatus | null;
  sendAt: Date | null;
  sentAt: Date | null;
  deliveredAt: Date | null;
  readAt: Date | null;
}

/** What a program has sent, or is going to send. @param connectionId through this connection; null: through any */
export async function findSent(
  tx: Tx,
  { companyId, connectionId }: { companyId: number; connectionId: number | null },
  messageId: string,
): Promise<SentRecord | undefined> {
  const [message] = await tx<SentRecord[]>`
    select m.id, case
        when m.state = 'failed' then 'failed' when m.ack >= 4 then 'read' when m.ack = 3 then 'delivered'
        when m.state = 'sent' then 'sent' else 'queued' end as state,
      case when m.state = 'failed' then m.error_code end as error_code,
      w.channel, t.id as ticket_id, t.uuid as ticket_uuid, t.status as ticket_status,
      null::timestamptz as send_at, m.sent_at, m.delivered_at, m.read_at
    from messages m join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    join connections w on w.company_id = m.company_id and w.id = m.connection_id
    where m.company_id = ${companyId} and m.id = ${messageId} and m.said_by = 'api'
      ${connectionId === null ? tx`` : tx`and m.connection_id = ${connectionId}`}
    union all
    select s.id, case when s.status = 'ERRO' then 'failed' else 'scheduled' end, s.error_code, w.channel, null, null,
      null, s.send_at, null, null, null
    from schedules s join connections w on w.company_id = s.company_id and w.id = s.connection_id
    where s.company_id = ${companyId} and s.id = ${messageId} and s.sent_at is null
      ${connectionId === null ? tx`` : tx`and s.connection_id = ${connectionId}`}
    limit 1`;
  return message;
}
