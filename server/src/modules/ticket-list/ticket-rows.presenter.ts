import type { TicketRow } from '@balcao/shared/features/tickets/row.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isoOf } from '../../platform/db/instant.ts';

/** A ticket as `ticketColumns` selects it: its times as PostgreSQL writes them. */
export type TicketRecord = Omit<TicketRow, 'tagIds'>;

/** Columns of tickets `t`. */
export const ticketColumns = (tx: Tx) => tx`
  t.id, t.uuid, t.status, t.user_id, t.queue_id, t.connection_id as whatsapp_id, t.contact_id, t.last_message,
  t.last_message_at::text, t.waiting_since::text, t.customer_wrote_at::text, t.unread_messages, t.marked_unread, t.snoozed_until::text, t.deadlines, t.is_group,
  (select w.channel from connections w where w.company_id = t.company_id and w.id = t.connection_id) as channel, t.chatbot, case when t.rating_until is null or t.rating_asks in ('comment', 'more') then t.answerer else 'rating' end as answerer,
  t.referral, t.joined, t.created_at::text, t.updated_at::text`;

/** Names each field: to take a record apart costs as much as to read it. */
export const presentTicket = (record: TicketRecord, tagIds: number[]): TicketRow => ({
  id: record.id,
  uuid: record.uuid,
  status: record.status,
  userId: record.userId,
  queueId: record.queueId,
  whatsappId: record.whatsappId,
  contactId: record.contactId,
  lastMessage: record.lastMessage,
  lastMessageAt: isoOf(record.lastMessageAt),
  waitingSince: record.waitingSince && isoOf(record.waitingSince),
  customerWroteAt: record.customerWroteAt && isoOf(record.customerWroteAt),
  unreadMessages: record.unreadMessages,
  markedUnread: record.markedUnread,
  snoozedUntil: record.snoozedUntil && isoOf(record.snoozedUntil),
  deadlines: record.deadlines,
  isGroup: record.isGroup,
  channel: record.channel,
  chatbot: record.chatbot,
  answerer: record.answerer,
  tagIds,
  referral: record.referral,
  joined: record.joined,
  createdAt: isoOf(record.createdAt),
  updatedAt: isoOf(record.updatedAt),
});
