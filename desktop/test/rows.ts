import type { ConnectionRow } from '@balcao/shared/features/connections/row.ts';
import { BLANK_FIELDS, type ContactRow } from '@balcao/shared/features/contacts/row.ts';
import type { MessageRow } from '@balcao/shared/features/messages/row.ts';
import type { QueueRow } from '@balcao/shared/features/queues/row.ts';
import type { TicketRow } from '@balcao/shared/features/tickets/row.ts';

/** Rows as the feed brings them, each whole, with what a test cares about on top. */
const AT = '2026-05-04T12:00:00.000Z';
const MINUTE = 60_000;

/** An instant some minutes after a fixed one. */
export const minute = (count: number): string => new Date(Date.parse(AT) + count * MINUTE).toISOString();

const padded = (id: number) => String(id).padStart(12, '0');
export const ticketUuid = (id: number): string => `0199a000-0000-4000-8000-${padded(id)}`;
const messageId = (id: number): string => `0199a000-0000-7000-8000-${padded(id)}`;

export const contactRow = (id: number, patch: Partial<ContactRow> = {}): ContactRow => ({
  ...BLANK_FIELDS,
  id,
  name: `Cliente ${id}`,
  number: `55119${padded(id).slice(4)}`,
  profilePicUrl: null,
  isGroup: false,
  blocked: false,
  blockExceptions: [],
  optedOutAt: null,
  optedOutBy: null,
  personId: null,
  channels: ['whatsapp'],
  numberUnchecked: false,
  ...patch,
});

export const ticketRow = (id: number, patch: Partial<TicketRow> = {}): TicketRow => ({
  id,
  uuid: ticketUuid(id),
  status: 'pending',
  userId: null,
  queueId: 1,
  whatsappId: 1,
  contactId: id,
  lastMessage: 'Olá',
  lastMessageAt: minute(id),
  waitingSince: null,
  customerWroteAt: null,
  unreadMessages: 0,
  markedUnread: false,
  snoozedUntil: null,
  deadlines: [],
  isGroup: false,
  channel: 'whatsapp',
  chatbot: false,
  answerer: 'nobody',
  tagIds: [],
  referral: null,
  joined: [],
  createdAt: AT,
  updatedAt: minute(id),
  ...patch,
});

export const messageRow = (id: number, ticketId: number, patch: Partial<MessageRow> = {}): MessageRow => ({
  id: messageId(id),
  ticketId,
  contactId: ticketId,
  participantName: '',
  userId: null,
  fromMe: false,
  origin: 'contact',
  body: `mensagem ${id}`,
  mediaType: 'chat',
  media: null,
  quotedMsgId: null,
  quoted: null,
  quotedSnippet: '',
  ack: 0,
  errorCode: null,
  read: false,
  isDeleted: false,
  isEdited: false,
  reactions: [],
  poll: null,
  card: null,
  tap: null,
  referral: null,
  viewOnce: false,
  forwarded: false,
  mentions: [],
  createdAt: minute(id),
  ...patch,
});

export const queueRow: QueueRow = {
  id: 1,
  name: 'Suporte',
  color: '#112233',
  orderQueue: 1,
  waitWarnMinutes: 5,
  waitLateMinutes: 15,
};

export const connectionRow: ConnectionRow = {
  id: 1,
  name: 'Loja',
  kind: 'whatsapp',
  channel: 'whatsapp',
  account: null,
  quality: null,
  dailyCustomers: null,
  status: 'connected',
  qrcode: null,
  pairingCode: null,
  reason: null,
  retries: 0,
  until: null,
  isDefault: true,
  number: '5511999999999',
  updatedAt: AT,
};
