import { z } from 'zod';
import { id, instant, uuid } from '../../contract/fields.ts';
import { feedRow } from '../../contract/row.ts';
import { CHANNELS } from '../connections/channel.ts';
import { deadline } from '../deadlines/deadline.ts';
import { ticketReferral } from '../messages/referral.ts';

export const TICKET_STATUSES = ['pending', 'open', 'closed'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

/**
 * Who answers the customer while no agent does: the menu of queues, the options of a queue, an AI, a program outside,
 * whoever looks for bills, or, in a closed ticket, whoever takes the mark that was asked for.
 */
export const ANSWERERS = [
  'nobody',
  'queueMenu',
  'optionTree',
  'prompt',
  'integration',
  'bill',
  'rating',
] as const;
export type Answerer = (typeof ANSWERERS)[number];

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
  /** Time of the first message without an answer by an agent, or since it waits in a queue; null when we wrote last. */
  waitingSince: instant.nullable(),
  /** The customer's last message on this connection; null: none. Some messengers count their hours for answers from it. */
  customerWroteAt: instant.nullable(),
  unreadMessages: z.int(),
  /** Counts as unread until somebody reads it again, though nothing new was written. */
  markedUnread: z.boolean(),
  /** Put off: out of the lists until then, or until the customer writes or somebody goes on with it. */
  snoozedUntil: instant.nullable(),
  /** Those that run, the most urgent first. A deadline pauses while the ticket is put off or waits for the customer. */
  deadlines: z.array(deadline),
  isGroup: z.boolean(),
  channel: z.enum(CHANNELS),
  /** Something answers in an agent's place: the customer waits for nobody yet. */
  chatbot: z.boolean(),
  answerer: z.enum(ANSWERERS),
  /** Tags in the order of their creation. */
  tagIds: z.array(id),
  /** What first led the customer here in this conversation; null: nothing, or nobody knows. */
  referral: ticketReferral.nullable(),
  /** Conversations that proved to be this one, and are gone. */
  joined: z.array(z.object({ id, uuid })),
  createdAt: instant,
  updatedAt: instant,
});
export type TicketRow = z.output<typeof ticket>;

export const ticketRow = feedRow('ticket', ticket, { id: 'number', live: ['ticket'] });
