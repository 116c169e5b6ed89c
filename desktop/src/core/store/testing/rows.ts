import { BLANK_FIELDS, type ContactRow } from '@balcao/shared/features/contacts/row.ts';
import type { TicketReferral } from '@balcao/shared/features/messages/referral.ts';
import type { MessageRow } from '@balcao/shared/features/messages/row.ts';
import type { QueueRow } from '@balcao/shared/features/queues/row.ts';
import type { TicketRow } from '@balcao/shared/features/tickets/row.ts';
import type { UserRow } from '@balcao/shared/features/users/row.ts';
import type { BatchFrame } from '@balcao/shared/sync/frames.ts';
import { EMPTY_DRAFT, type StoredDraft } from '../drafts.ts';

/** Builders of rows and frames: a test names what it is about, the rest is ordinary. */

export const ME = 7;
export const COLLEAGUE = 8;

/** An id whose order is that of the numbers. */
export const uuid = (number: number): string =>
  `01900000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

export const EPOCH = uuid(0xe0);
export const START = Date.parse('2026-03-02T12:00:00.000Z');
export const instant = (seconds: number): string => new Date(START + seconds * 1_000).toISOString();

export const user = (row: Partial<UserRow> = {}): UserRow => ({
  id: ME,
  name: 'Ana',
  profile: 'user',
  online: true,
  awayUntil: null,
  allTicket: false,
  queueIds: [1],
  ...row,
});

export const queue = (row: Partial<QueueRow> = {}): QueueRow => ({
  id: 1,
  name: 'Suporte',
  color: '#112233',
  orderQueue: 1,
  waitWarnMinutes: 5,
  waitLateMinutes: 15,
  ...row,
});

export const contact = (row: Partial<ContactRow> = {}): ContactRow => ({
  ...BLANK_FIELDS,
  id: 1,
  name: 'José da Conceição',
  number: '5511987654321',
  profilePicUrl: null,
  isGroup: false,
  blocked: false,
  blockExceptions: [],
  optedOutAt: null,
  optedOutBy: null,
  personId: null,
  channels: ['whatsapp'],
  numberUnchecked: false,
  ...row,
});

export const ticket = (row: Partial<TicketRow> = {}): TicketRow => ({
  id: 1,
  uuid: uuid(0x1000 + (row.id ?? 1)),
  status: 'open',
  userId: ME,
  queueId: 1,
  whatsappId: 1,
  contactId: row.id ?? 1,
  lastMessage: 'bom dia',
  lastMessageAt: instant(0),
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
  createdAt: instant(0),
  updatedAt: instant(0),
  ...row,
});

/** A customer's message, number `n` of a conversation. */
export const message = (n: number, row: Partial<MessageRow> = {}): MessageRow => ({
  id: uuid(n),
  ticketId: 1,
  contactId: row.ticketId ?? 1,
  participantName: '',
  userId: null,
  fromMe: false,
  origin: 'contact',
  body: `message ${n}`,
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
  createdAt: instant(n),
  ...row,
});

export const batch = (from: number, to: number, fields: Partial<BatchFrame> = {}): BatchFrame => ({
  type: 'batch',
  from,
  to,
  more: false,
  puts: [],
  evicts: [],
  deletes: [],
  gaps: [],
  mutations: { acked: 0, results: [] },
  ...fields,
});

export const draftOf = (body: string): StoredDraft => ({ ...EMPTY_DRAFT, body });

/** What led a customer here. */
export const AD: TicketReferral = {
  kind: 'ad',
  source: 'ad:1',
  title: 'Bolo',
  url: null,
  sourceId: '1',
  clickId: '',
  app: 'instagram',
  entryPoint: 'ctwa_ad',
};
