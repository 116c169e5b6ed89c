import type { Channel, ConnectionKind } from '@balcao/shared/features/connections/channel.ts';
import type { QueuedTemplate } from '@balcao/shared/features/message-templates/template-text.ts';
import { ACK, type MessageType } from '@balcao/shared/features/messages/row.ts';
import type { VariableValues } from '@balcao/shared/text/variables.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../platform/db/client.ts';
import type { StoredMenu } from '../../platform/db/message-json.ts';

/** What decides which text a ticket's customer is sent, and what the text may speak of. */
export interface Occasion {
  ticketId: number;
  connectionId: number;
  isGroup: boolean;
  contactName: string;
  botDisabled: boolean;
  /** No campaign writes to them, nor does a rule. */
  isOptedOut: boolean;
  extraInfo: { name: string; value: string }[];
  userId: number | null;
  userName: string | null;
  queueName: string | null;
  timezone: string;
  language: VariableValues['language'];
  /** The text of the queue, else of the connection; empty when neither has one. */
  completion: string;
  rating: string;
  /** The connection is still there, and linked now. */
  hasConnection: boolean;
  isConnected: boolean;
  kind: ConnectionKind;
  channel: Channel;
  customerWroteAt: Date | null;
  settings: { [key: string]: string } | null;
}

export async function loadOccasion(
  tx: Tx,
  companyId: number,
  ticketId: number,
): Promise<Occasion | undefined> {
  const [found] = await loadOccasions(tx, companyId, [ticketId]);
  return found;
}

export async function loadOccasions(
  tx: Tx,
  companyId: number,
  ticketIds: readonly number[],
): Promise<Occasion[]> {
  return tx<Occasion[]>`
    select t.id as ticket_id, t.connection_id, t.is_group, c.name as contact_name, c.bot_disabled, c.opted_out_at is not null as is_opted_out, c.extra_info, t.user_id, u.name as user_name,
      q.name as queue_name, o.timezone, o.language,
      coalesce(nullif(q.completion_message, ''), w.completion_message) as completion,
      coalesce(nullif(q.rating_message, ''), w.rating_message) as rating,
      w.deleted_at is null as has_connection, w.deleted_at is null and w.status = 'connected' as is_connected,
      w.kind, w.channel, t.customer_wrote_at,
      (select jsonb_object_agg(key, value) from settings where company_id = ${companyId}
        and key in ('sendGreetingAccepted', 'sendMsgTransfTicket', 'userRating', 'ratingScale', 'ratingComment', 'privacyNotice',
          'privacyNoticeText')) as settings
    from tickets t
    join companies o on o.id = t.company_id
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    join connections w on w.company_id = t.company_id and w.id = t.connection_id
    left join queues q on q.company_id = t.company_id and q.id = t.queue_id
    left join users u on u.company_id = t.company_id and u.id = t.user_id
    where t.company_id = ${companyId} and t.id = any (${[...ticketIds]}::bigint[])`;
}

/** One of the company's own. */
export interface AutomaticFile {
  id: string;
  mime: string;
  name: string;
}

/**
 * Into the outbox, as nobody's words. It is the ticket's newest message, also when the clock went back, and nothing
 * counts as read by it.
 */
export async function insertAutomatic(
  tx: Tx,
  companyId: number,
  ticketId: number,
  message: {
    body: string;
    type: MessageType;
    file: AutomaticFile | null;
    menu: StoredMenu | null;
    template?: QueuedTemplate;
    preview: string;
    at: Date;
  },
): Promise<void> {
  const { body, type, file, menu, template, preview, at } = message;
  await tx`
    with said as (
      insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, said_by, body, media_type,
        media_id, menu, template, state, ack, read, created_at)
      select company_id, ${uuidv7()}, id, contact_id, connection_id, true, 'automatic', ${body}, ${type}, ${file?.id ?? null}::uuid,
        ${menu && JSON.stringify(menu)}::text::jsonb, ${template ? JSON.stringify(template) : null}::text::jsonb, 'queued', ${ACK.pending},
        true,
        greatest(${at}, last_message_at + interval '1 millisecond')
      from tickets where company_id = ${companyId} and id = ${ticketId}
      returning created_at)
    update tickets set last_message = ${preview}, last_message_at = said.created_at
    from said where company_id = ${companyId} and id = ${ticketId}`;
}
