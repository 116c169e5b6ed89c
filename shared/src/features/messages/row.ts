import { z } from 'zod';
import { errorCode, id, instant, uuid } from '../../contract/fields.ts';
import { feedRow } from '../../contract/row.ts';
import { mediaView } from '../media/row.ts';
import { CARD_KINDS, messageCard } from './card.ts';
import { messageReferral } from './referral.ts';

/**
 * `chat` is plain text; the other words are fixed by the public API. `note` and `event` stay between the agents: what
 * they send each other, and the ticket's events (features/ticket-timeline/event.ts).
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

/**
 * Who or what said it: a customer, an agent on a console, the company's own phone, the menu of a bot, a text that goes out
 * by itself, and so on. What was taken over from a phone's past is `import`, whoever said it.
 */
export const MESSAGE_ORIGINS = [
  'contact',
  'person',
  'phone',
  'bot',
  'automatic',
  'schedule',
  'campaign',
  'api',
  'import',
] as const;
export type MessageOrigin = (typeof MESSAGE_ORIGINS)[number];

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
  cardKind: z.enum(CARD_KINDS).nullable(),
  isDeleted: z.boolean(),
  createdAt: instant,
});
export type QuotedMessage = z.output<typeof quotedMessage>;
/** `name` is the agent's or the customer's; empty for the customer of a chat of two and for the company's phone. */
export const reaction = z.object({ emoji: z.string(), fromMe: z.boolean(), name: z.string() });
export type Reaction = z.output<typeof reaction>;

/** A colleague who is named in a note: `@` and the name stand in its text. */
export const mentioned = z.object({ userId: id, name: z.string() });
export type Mentioned = z.output<typeof mentioned>;

/** The options of an appointment: whoever is invited chooses one. */
export const APPOINTMENT_ANSWERS = ['going', 'notGoing', 'maybe'] as const;

/** Votes are those that could be read. */
export const poll = z.object({
  question: z.string(),
  options: z.array(z.object({ text: z.string(), votes: z.int() })),
});
export type Poll = z.output<typeof poll>;

/**
 * Conversations are ordered by (`createdAt`, `id`): ids are UUIDv7, so equal instants keep the order in which one side
 * made them.
 */
export const message = z.object({
  id: uuid,
  ticketId: id,
  contactId: id,
  /** The author in a group, as shown; empty in a chat of two. */
  participantName: z.string(),
  /** The agent who wrote it; null for the customer, the phone and the system. */
  userId: id.nullable(),
  fromMe: z.boolean(),
  origin: z.enum(MESSAGE_ORIGINS),
  body: z.string(),
  mediaType: z.enum(MESSAGE_TYPES),
  media: mediaView.nullable(),
  quotedMsgId: uuid.nullable(),
  /** Null also when what is quoted is not known. */
  quoted: quotedMessage.nullable(),
  /** The beginning of what is quoted, as the quote carried it, when `quoted` is null because we do not have it. */
  quotedSnippet: z.string(),
  ack: z.int().min(0).max(5),
  /** The reason why it was not sent (`ack` 0), or else why its last edit, deletion or reaction was refused. */
  errorCode: errorCode.nullable(),
  read: z.boolean(),
  isDeleted: z.boolean(),
  isEdited: z.boolean(),
  /** One per person, in order of arrival. */
  reactions: z.array(reaction),
  /** Set when the type is `poll`, and for the answers to an appointment. */
  poll: poll.nullable(),
  /** What it shows instead of its words, which are those of the card too. */
  card: messageCard.nullable(),
  /** The id behind what the customer tapped; null: it was written. In our own menus it names the choice. */
  tap: z.string().nullable(),
  /** What led the customer here; null: nothing, or nobody knows. */
  referral: messageReferral.nullable(),
  /** May be looked at once, on the phone only: there is no file here. */
  viewOnce: z.boolean(),
  forwarded: z.boolean(),
  mentions: z.array(mentioned),
  createdAt: instant,
});
export type MessageRow = z.output<typeof message>;

export const messageRow = feedRow('message', message, { id: 'uuid', live: ['appMessage'] });
