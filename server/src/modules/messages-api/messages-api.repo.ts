import type { ApiCall } from '@balcao/shared/api/messages-api.ts';
import { PAGE_SIZE } from '@balcao/shared/constants.ts';
import type { ApiState } from '@balcao/shared/domain/messages-api.ts';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import type { ConnectionRow } from '@balcao/shared/model/connection.ts';
import type { TicketStatus } from '@balcao/shared/model/ticket.ts';
import type { Tx } from '../../platform/db/client.ts';

/** A connection of a company, to which a token belongs. */
export interface TokenPlace {
  companyId: number;
  /** Of the connection. */
  id: number;
}

interface CallRecord extends Omit<ApiCall, 'at'> {
  at: Date;
}

/** Newest first, one more than a page has. */
export async function listCalls(
  tx: Tx,
  companyId: number,
  { whatsappId, after }: { whatsappId?: number | undefined; after?: number | undefined },
): Promise<CallRecord[]> {
  return tx<CallRecord[]>`
    select id, token_id as whatsapp_id, method, path, status, error_code, duration_ms, at from token_calls
    where company_id = ${companyId} and token_class = 'connectionToken'
      ${whatsappId === undefined ? tx`` : tx`and token_id = ${whatsappId}`}
      ${after === undefined ? tx`` : tx`and id < ${after}`}
    order by id desc limit ${PAGE_SIZE + 1}`;
}

/** The kind and channel of the token's connection. */
export async function channelOf(
  tx: Tx,
  { companyId, id }: TokenPlace,
): Promise<Pick<ConnectionRow, 'kind' | 'channel'> | undefined> {
  const [found] = await tx<Pick<ConnectionRow, 'kind' | 'channel'>[]>`
    select kind, channel from connections where company_id = ${companyId} and id = ${id}`;
  return found;
}

/** Said by or to this contact through this connection; what agents tell each other is not. */
export async function isOfConversation(
  tx: Tx,
  { companyId, id: connectionId }: TokenPlace,
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
  errorCode: ErrorCode | null;
  ticketId: number | null;
  ticketUuid: string | null;
  ticketStatus: TicketStatus | null;
  sendAt: Date | null;
  sentAt: Date | null;
  deliveredAt: Date | null;
  readAt: Date | null;
}

/** What a program has sent through this connection, or is going to send. */
export async function findSent(
  tx: Tx,
  { companyId, id: connectionId }: TokenPlace,
  messageId: string,
): Promise<SentRecord | undefined> {
  const [message] = await tx<SentRecord[]>`
    select m.id, case
        when m.state = 'failed' then 'failed' when m.ack >= 4 then 'read' when m.ack = 3 then 'delivered'
        when m.state = 'sent' then 'sent' else 'queued' end as state,
      case when m.state = 'failed' then m.error_code end as error_code,
      t.id as ticket_id, t.uuid as ticket_uuid, t.status as ticket_status,
      null::timestamptz as send_at, m.sent_at, m.delivered_at, m.read_at
    from messages m join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    where m.company_id = ${companyId} and m.id = ${messageId} and m.connection_id = ${connectionId}
      and m.said_by = 'api'
    union all
    select id, case when status = 'ERRO' then 'failed' else 'scheduled' end, error_code, null, null, null, send_at,
      null, null, null
    from schedules
    where company_id = ${companyId} and id = ${messageId} and connection_id = ${connectionId} and sent_at is null
    limit 1`;
  return message;
}
