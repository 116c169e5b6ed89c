import { z } from 'zod';
import { connectionView } from '../api/connections.ts';
import { TICKET_STATUSES } from '../api/tickets.ts';
import { type ErrorCode, isErrorCode } from '../errors.ts';
import { id, instant, uuid } from '../fields.ts';
import { PROFILES } from '../permissions.ts';

/** The rows that travel on the feed, as the console stores them. */

export const user = z.object({
  id,
  name: z.string(),
  profile: z.enum(PROFILES),
  online: z.boolean(),
  queueIds: z.array(id),
});

export const queue = z.object({ id, name: z.string(), color: z.string(), orderQueue: z.int() });

/** `kanban` 1: a lane of the kanban board. */
export const tag = z.object({
  id,
  name: z.string(),
  color: z.string(),
  kanban: z.union([z.literal(0), z.literal(1)]),
});

/** `qrcode` is null for those who may not manage connections. */
export const connection = connectionView;

/** Settings have no number of their own: the key is the id. */
export const setting = z.object({ id: z.string(), value: z.string() });

export const contact = z.object({
  id,
  name: z.string(),
  /** Digits with country code; empty while only a WhatsApp-internal identity is known. */
  number: z.string(),
  /** WhatsApp could not be asked yet whether somebody has the number. */
  numberUnchecked: z.boolean(),
  email: z.string(),
  profilePicUrl: z.string().nullable(),
  isGroup: z.boolean(),
  /** What people noted of them, in their order. */
  extraInfo: z.array(z.object({ name: z.string(), value: z.string() })),
  notes: z.string(),
  /** On WhatsApp: what they write does not arrive. */
  blocked: z.boolean(),
  /** Connections on which it is the other way round: WhatsApp refused it there. */
  blockExceptions: z.array(id),
  /** Bots stay silent for this person. */
  botDisabled: z.boolean(),
});

export const ticket = z.object({
  id,
  uuid,
  status: z.enum(TICKET_STATUSES),
  userId: id.nullable(),
  queueId: id.nullable(),
  whatsappId: id,
  contactId: id,
  lastMessage: z.string(),
  lastMessageAt: instant,
  /** Of the first message that no person has answered, or since it waits in a queue; null when we spoke last. */
  waitingSince: instant.nullable(),
  unreadMessages: z.int(),
  isGroup: z.boolean(),
  channel: z.string(),
  chatbot: z.boolean(),
  /** In the order in which the tags were made. */
  tagIds: z.array(id),
  /** Conversations that proved to be this one, and are gone. */
  joined: z.array(z.object({ id, uuid })),
  createdAt: instant,
  updatedAt: instant,
});

export const MEDIA_STATES = ['pending', 'stored', 'failed', 'gone'] as const;

export const mediaView = z.object({
  id: uuid,
  state: z.enum(MEDIA_STATES),
  mime: z.string(),
  /** Bytes; null until the file is stored or its sender has said it. */
  size: z.int().nullable(),
  name: z.string(),
  /** Pixels, for images and videos whose size is known. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Whole seconds, for audio and video. */
  seconds: z.int().nullable(),
  /** Recorded as a voice note, not attached as a file. */
  voice: z.boolean(),
  /** Of a voice note: 64 bytes in base64, each the loudness of its part from 0 to 100; null when nobody measured. */
  waveform: z.string().nullable(),
});
export type MediaView = z.output<typeof mediaView>;

/**
 * A text that agents send by its shortcode. `geral` ones are everybody's, or those of the members of `queueId`; the
 * others their author's alone. Texts may hold message variables (domain/variables.ts).
 */
export const quickMessage = z.object({
  id,
  shortcode: z.string(),
  message: z.string(),
  geral: z.boolean(),
  /** False: kept, but not offered. */
  status: z.boolean(),
  /** The author; null when the person is gone. */
  userId: id.nullable(),
  queueId: id.nullable(),
  /** A file that goes with it. Whoever sees the quick message may send it. */
  media: mediaView.nullable(),
});

const errorCode = z.custom<ErrorCode>(isErrorCode);

export const SCHEDULE_STATUSES = ['PENDENTE', 'ENVIADA', 'ERRO'] as const;

/** A message that goes to a contact at `sendAt`. Its author sees it, and whoever sees all tickets. */
export const schedule = z.object({
  id: uuid,
  contactId: id,
  contact: z.object({ name: z.string() }),
  /** The author; null when the person is gone. */
  userId: id.nullable(),
  /** May hold message variables (domain/variables.ts): they are filled in when it goes out. */
  body: z.string(),
  media: mediaView.nullable(),
  sendAt: instant,
  /** When it was put into the conversation; until then it may be changed. */
  sentAt: instant.nullable(),
  status: z.enum(SCHEDULE_STATUSES),
  /** Why it failed; while it is due and waits, for what. */
  errorCode: errorCode.nullable(),
});

/**
 * `chat` is plain text; the other words are fixed by the public API. `note` and `event` stay between the agents: what
 * they tell each other, and what happened to the ticket (domain/ticket-event.ts).
 */
export const MESSAGE_TYPES = [
  'chat',
  'image',
  'audio',
  'video',
  'application',
  'sticker',
  'locationMessage',
  'vcard',
  'call_log',
  'poll',
  'unsupported',
  'note',
  'event',
] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** Never sent to the customer: without ticks, and neither unread nor a ticket's newest message. */
export const isLocal = (type: MessageType): boolean => type === 'note' || type === 'event';

/** 0 error, 1 pending, 2 server, 3 delivered, 4 read, 5 played. */
export const ACK = { error: 0, pending: 1, server: 2, delivered: 3, read: 4, played: 5 } as const;

/** A quote as the message that quotes shows it; the key leads to the message itself. */
export const quotedMessage = z.object({
  id: uuid,
  body: z.string(),
  fromMe: z.boolean(),
  participantName: z.string(),
  mediaType: z.enum(MESSAGE_TYPES),
  isDeleted: z.boolean(),
  createdAt: instant,
});
export type QuotedMessage = z.output<typeof quotedMessage>;
/** `name` is the agent's or the customer's; empty for the customer of a chat of two and for the company's phone. */
export const reaction = z.object({ emoji: z.string(), fromMe: z.boolean(), name: z.string() });
export type Reaction = z.output<typeof reaction>;

/** Votes are those that could be read. */
export const poll = z.object({
  question: z.string(),
  options: z.array(z.object({ text: z.string(), votes: z.int() })),
});
export type Poll = z.output<typeof poll>;

export const message = z.object({
  id: uuid,
  ticketId: id,
  contactId: id,
  /** The author in a group, as shown; empty in a chat of two. */
  participantName: z.string(),
  /** The agent who wrote it; null for the customer, the phone and the system. */
  userId: id.nullable(),
  fromMe: z.boolean(),
  body: z.string(),
  mediaType: z.enum(MESSAGE_TYPES),
  media: mediaView.nullable(),
  quotedMsgId: uuid.nullable(),
  /** Null also when what is quoted is not known. */
  quoted: quotedMessage.nullable(),
  /** The beginning of what is quoted, as the quote carried it, when `quoted` is null because we do not have it. */
  quotedSnippet: z.string(),
  ack: z.int().min(0).max(5),
  /** With `ack` 0 why it was not sent; else why its last edit, deletion or reaction was not accepted. */
  errorCode: errorCode.nullable(),
  read: z.boolean(),
  isDeleted: z.boolean(),
  isEdited: z.boolean(),
  /** One of each person, in the order of their coming. */
  reactions: z.array(reaction),
  /** Of the type `poll`. */
  poll: poll.nullable(),
  /** May be looked at once, on the phone only: there is no file here. */
  viewOnce: z.boolean(),
  forwarded: z.boolean(),
  createdAt: instant,
});

/**
 * Every entity of the feed. Conversations are ordered by (`createdAt`, `id`): ids are UUIDv7, so equal instants
 * keep the order in which one side made them.
 */
export const ENTITIES = {
  user,
  queue,
  tag,
  quickMessage,
  schedule,
  connection,
  setting,
  contact,
  ticket,
  message,
} as const;

export type EntityName = keyof typeof ENTITIES;
export const ENTITY_NAMES = Object.keys(ENTITIES) as EntityName[];

export type Row<E extends EntityName> = z.output<(typeof ENTITIES)[E]>;
export type UserRow = Row<'user'>;
export type QueueRow = Row<'queue'>;
export type TagRow = Row<'tag'>;
export type QuickMessageRow = Row<'quickMessage'>;
export type ScheduleRow = Row<'schedule'>;
export type ConnectionRow = Row<'connection'>;
export type SettingRow = Row<'setting'>;
export type ContactRow = Row<'contact'>;
export type TicketRow = Row<'ticket'>;
export type MessageRow = Row<'message'>;

/** A set of rows of one entity, discriminated so that consumers need no casts. */
export const rowSet = z.discriminatedUnion('entity', [
  z.object({ entity: z.literal('user'), rows: z.array(user) }),
  z.object({ entity: z.literal('queue'), rows: z.array(queue) }),
  z.object({ entity: z.literal('tag'), rows: z.array(tag) }),
  z.object({ entity: z.literal('quickMessage'), rows: z.array(quickMessage) }),
  z.object({ entity: z.literal('schedule'), rows: z.array(schedule) }),
  z.object({ entity: z.literal('connection'), rows: z.array(connection) }),
  z.object({ entity: z.literal('setting'), rows: z.array(setting) }),
  z.object({ entity: z.literal('contact'), rows: z.array(contact) }),
  z.object({ entity: z.literal('ticket'), rows: z.array(ticket) }),
  z.object({ entity: z.literal('message'), rows: z.array(message) }),
]);
export type RowSet = z.output<typeof rowSet>;
