import { messagePreview } from '@balcao/shared/features/messages/preview.ts';
import type { MessageType } from '@balcao/shared/features/messages/row.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../platform/db/client.ts';
import { TEXT_PART } from './campaign-sender.repo.ts';

/** How what a campaign has said, and heard, gets into a conversation: at its true time, under its own id. */

export interface ConversationPlace {
  companyId: number;
  connectionId: number;
  contactId: number;
  ticketId: number;
}

/** The ticket under way of whoever has this number or address, locked; undefined when there is none. */
export async function lockTicketOf(
  tx: Tx,
  companyId: number,
  connectionId: number,
  key: string,
): Promise<ConversationPlace | undefined> {
  const [ticket] = await tx<{ id: number; contactId: number }[]>`
    select t.id, t.contact_id from contact_identities n
    join tickets t on t.company_id = n.company_id and t.contact_id = n.contact_id
      and t.connection_id = ${connectionId} and t.status <> 'closed'
    where n.company_id = ${companyId} and n.kind in ('phone', 'email') and n.value = ${key} for update of t`;
  return ticket && { companyId, connectionId, contactId: ticket.contactId, ticketId: ticket.id };
}

interface Said {
  recipientId: number;
  /** Null: what the customer said. */
  part: number | null;
  waId: string;
  body: string;
  mediaType: MessageType;
  fileName: string | null;
  at: Date;
}

/** Puts what of these recipients stands in no conversation yet into this one. */
export async function place(tx: Tx, to: ConversationPlace, recipientIds: readonly number[]): Promise<void> {
  const { companyId, connectionId, contactId, ticketId } = to;
  const said = await tx<Said[]>`
    select s.recipient_id, s.part, s.wa_id, s.body, s.media_type, f.name as file_name, s.sent_at as at
    from campaign_sends s left join media f on f.company_id = s.company_id and f.id = s.media_id
    where s.company_id = ${companyId} and s.recipient_id = any (${recipientIds as number[]}::bigint[])
      and s.state = 'sent' and s.message_id is null
    union all
    select recipient_id, null, wa_id, body, 'chat', null, at from campaign_replies
    where company_id = ${companyId} and recipient_id = any (${recipientIds as number[]}::bigint[])
      and message_id is null
    order by at`;
  for (const { recipientId, part, waId, at } of said) {
    const id = uuidv7({ msecs: at.getTime() });
    await (part === null
      ? tx`
        with heard as (
          update campaign_replies set message_id = ${id}
          where company_id = ${companyId} and connection_id = ${connectionId} and wa_id = ${waId} returning *)
        insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, wa_id, state, ack,
          read, created_at)
        select ${companyId}, ${id}, ${ticketId}, ${contactId}, ${connectionId}, false, body, wa_id, 'received', 1, true, at
        from heard on conflict do nothing`
      : tx`
        with told as (
          update campaign_sends set message_id = ${id}
          where company_id = ${companyId} and recipient_id = ${recipientId} and part = ${part} returning *)
        insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, said_by, body, media_type,
          template, media_id, wa_id, payload, state, ack, read, created_at, sent_at, delivered_at, read_at, played_at)
        select ${companyId}, ${id}, ${ticketId}, ${contactId}, ${connectionId}, true, 'campaign', body, media_type,
          case when part = ${TEXT_PART} then (
            select template from campaign_recipients r where r.company_id = ${companyId} and r.id = ${recipientId}) end, media_id, wa_id, payload, 'sent', ack, true, sent_at, sent_at, delivered_at, read_at, played_at
        from told on conflict do nothing`);
  }
  const last = said.at(-1);
  if (!last) return;
  const preview = messagePreview(last.mediaType, last.body || (last.fileName ?? ''));
  await tx`
    update tickets set last_message = ${preview}, last_message_at = ${last.at}, updated_at = now()
    where company_id = ${companyId} and id = ${ticketId} and (last_message_at <= ${last.at} or last_message = '')`;
}
