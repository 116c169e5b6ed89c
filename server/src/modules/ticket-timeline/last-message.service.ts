import type { CardKind } from '@balcao/shared/features/messages/card.ts';
import { changedLine } from '@balcao/shared/features/messages/preview.ts';
import type { MessageType } from '@balcao/shared/features/messages/row.ts';
import type { Tx } from '../../platform/db/client.ts';

interface LastMessage {
  ticketId: number;
  mediaType: MessageType;
  cardKind: CardKind | null;
  body: string;
  fromMe: boolean;
  isDeleted: boolean;
  name: string | null;
}

/**
 * The list shows what a message says that was edited or deleted, if it is its ticket's last one. What agents tell each
 * other is no ticket's last message. The caller holds the lock on the ticket.
 */
export async function refreshLastMessage(tx: Tx, companyId: number, messageId: string): Promise<void> {
  const [last] = await tx<LastMessage[]>`
    select m.ticket_id, m.media_type, m.card ->> 'kind' as card_kind, m.body, m.from_me, m.is_deleted, f.name
    from messages m
    left join media f on f.company_id = m.company_id and f.id = m.media_id
    where m.company_id = ${companyId} and m.id = ${messageId}
      and m.id = (select l.id from messages l
        where l.company_id = m.company_id and l.ticket_id = m.ticket_id and l.state <> 'local'
        order by l.created_at desc, l.id desc limit 1)`;
  if (!last) return;
  const { ticketId, ...message } = last;
  await tx`update tickets set last_message = ${changedLine(message)}, updated_at = now()
    where company_id = ${companyId} and id = ${ticketId}`;
}

/** Locks the ticket that a message belongs to. @returns false for a message that is not there */
export async function lockTicketOf(tx: Tx, companyId: number, messageId: string): Promise<boolean> {
  const locked = await tx`
    select from tickets t
    where t.company_id = ${companyId} and t.id = (select ticket_id from messages m
      where m.company_id = ${companyId} and m.id = ${messageId})
    for update`;
  return locked.count === 1;
}
