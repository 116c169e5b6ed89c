import type { TicketView } from '@balcao/shared/api/tickets.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isoOf } from '../../platform/db/instant.ts';

/** A ticket with the names around it, as `ticketColumns` selects it; its times as PostgreSQL writes them. */
export interface TicketViewRecord {
  id: number;
  uuid: string;
  status: TicketView['status'];
  userId: number | null;
  userName: string | null;
  queueId: number | null;
  queueName: string | null;
  queueColor: string | null;
  whatsappId: number;
  whatsappName: string | null;
  contactId: number;
  contactName: string;
  contactNumber: string;
  contactEmail: string;
  contactPicture: string | null;
  lastMessage: string;
  lastMessageAt: string;
  waitingSince: string | null;
  unreadMessages: number;
  isGroup: boolean;
  channel: string;
  chatbot: boolean;
  useIntegration: boolean;
  promptId: number | null;
  integrationId: number | null;
  /** Null: none. */
  tags: TicketView['tags'] | null;
  createdAt: string;
  updatedAt: string;
}

/**
 * Goes with `from tickets t ${ticketRelations(tx)}`. Most tickets have no tag, and to see that costs less than to gather
 * none.
 */
export const ticketColumns = (tx: Tx) => {
  const isOfTicket = tx`k.company_id = t.company_id and k.ticket_id = t.id`;
  return tx`
  t.id, t.uuid, t.status, t.user_id, u.name as user_name, t.queue_id, q.name as queue_name, q.color as queue_color,
  t.connection_id as whatsapp_id, w.name as whatsapp_name, t.contact_id, c.name as contact_name,
  c.number as contact_number, c.email as contact_email, c.profile_pic_url as contact_picture, t.last_message,
  t.last_message_at::text, t.waiting_since::text, t.unread_messages, t.is_group, t.channel, t.chatbot,
  t.use_integration, t.prompt_id, t.integration_id, t.created_at::text, t.updated_at::text,
  case when exists (select from ticket_tags k where ${isOfTicket}) then (
    select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'color', g.color) order by g.id)
    from ticket_tags k join tags g on g.company_id = k.company_id and g.id = k.tag_id where ${isOfTicket}) end as tags`;
};

export const ticketRelations = (tx: Tx) => tx`
  join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  join connections w on w.company_id = t.company_id and w.id = t.connection_id
  left join queues q on q.company_id = t.company_id and q.id = t.queue_id
  left join users u on u.company_id = t.company_id and u.id = t.user_id`;

export function presentTicketView(row: TicketViewRecord): TicketView {
  return {
    id: row.id,
    uuid: row.uuid,
    status: row.status,
    userId: row.userId,
    user: named(row.userId, row.userName),
    queueId: row.queueId,
    queue:
      row.queueId !== null && row.queueName !== null
        ? { id: row.queueId, name: row.queueName, color: row.queueColor ?? '' }
        : null,
    whatsappId: row.whatsappId,
    whatsapp: named(row.whatsappId, row.whatsappName),
    contactId: row.contactId,
    contact: {
      id: row.contactId,
      name: row.contactName,
      number: row.contactNumber,
      email: row.contactEmail,
      profilePicUrl: row.contactPicture,
    },
    lastMessage: row.lastMessage,
    lastMessageAt: isoOf(row.lastMessageAt),
    waitingSince: row.waitingSince && isoOf(row.waitingSince),
    unreadMessages: row.unreadMessages,
    isGroup: row.isGroup,
    channel: row.channel,
    chatbot: row.chatbot,
    useIntegration: row.useIntegration,
    promptId: row.promptId,
    integrationId: row.integrationId,
    tags: row.tags ?? [],
    createdAt: isoOf(row.createdAt),
    updatedAt: isoOf(row.updatedAt),
  };
}

function named(id: number | null, name: string | null): { id: number; name: string } | null {
  return id === null || name === null ? null : { id, name };
}
