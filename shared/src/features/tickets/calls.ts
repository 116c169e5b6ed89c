import { z } from 'zod';
import { route } from '../../contract/call.ts';
import {
  flag,
  id,
  idListText,
  idText,
  instant,
  listText,
  pageNumber,
  placeByTime,
  searchParam,
  uuid,
} from '../../contract/fields.ts';
import { referralSource } from '../messages/referral.ts';
import { DEADLINE_FILTERS } from '../ticket-list/filter.ts';
import { listedTicket } from '../ticket-list/listed-ticket.ts';
import { TICKET_STATUSES } from './row.ts';

/** `pending` waits for an agent, `open` has one, `closed` is over. */

export const ticketView = listedTicket.extend({
  /** The bot that answers in an agent's place while it waits. */
  useIntegration: z.boolean(),
  promptId: id.nullable(),
  integrationId: id.nullable(),
});
export type TicketView = z.output<typeof ticketView>;

const dayText = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .pipe(z.iso.date())
  .refine((day) => day >= '2000' && day < '3000');

/** An empty list matches everything. */
const someOf = idListText.transform((ids) => (ids.length > 0 ? ids : undefined)).optional();

/** Filters add up, and none shows what the caller may not see. Days are the company's. */
const filters = z.object({
  /**
   * Includes colleagues' tickets, for users who see every ticket; otherwise the caller's own and the waiting ones. A
   * search goes through everything that its caller may see.
   */
  showAll: flag.optional(),
  /** Tickets of these queues, or of none. */
  queueIds: idListText.optional(),
  /** Tickets with all of these tags. */
  tags: someOf,
  /** Tickets of one of these agents. */
  users: someOf,
  /** Tickets of one of these connections. */
  connections: someOf,
  /** Tickets that came by one of these sources (`referral.source`), or of one of these kinds (`referral.kind`). */
  sources: listText(referralSource)
    .transform((sources) => (sources.length > 0 ? sources : undefined))
    .optional(),
  date: dayText.optional(),
  updatedAt: dayText.optional(),
  /** Tickets whose newest message is not older than the first instant, and older than the second. */
  from: instant.optional(),
  to: instant.optional(),
  withUnreadMessages: flag.optional(),
  /** Only tickets that are put off, or only those that are not; both when absent. */
  snoozed: flag.optional(),
  /** Only tickets with a deadline that runs, or only those with one that was missed. */
  deadline: z.enum(DEADLINE_FILTERS).optional(),
  /** Only tickets with which a bot talks, or only the others; both when absent. */
  chatbot: flag.optional(),
});

/** Tabs count up to so many at most. */
export const MAX_COUNTED_TICKETS = 1_000;

/** How many tickets the list with these filters has in each tab, MAX_COUNTED_TICKETS for as many or more. */
const ticketCounts = z.object({
  open: z.int(),
  /** Those that wait for a person. */
  pending: z.int(),
  /** The other pending ones: a bot talks with them. */
  chatbot: z.int(),
  closed: z.int(),
  /** Open tickets with something unread. */
  unread: z.int(),
  /** Tickets that are put off; they are counted above too. */
  snoozed: z.int(),
});
export type TicketCounts = z.output<typeof ticketCounts>;

/** How many conversations wait, are served and are with the bot, under the same filters as the list. */
export const countTickets = route({
  method: 'GET',
  path: '/tickets/counters',
  access: 'session',
  tool: true,
  query: filters,
  response: ticketCounts,
});

/**
 * `newest` message first. `waiting`: only those whose customer waits for a person (`waitingSince`), the longest first.
 * `urgent`: only those with a deadline that runs, the most urgent first.
 * `after` is the place of the last ticket that the caller has, JSON of its `lastMessageAt` (or `waitingSince`, or the
 * first `dueAt`) and its id: going on by it costs the same however far, and skips nothing when tickets move; pages count from there.
 */
export const listTickets = route({
  method: 'GET',
  path: '/tickets',
  access: 'session',
  tool: true,
  screen: true,
  noted: 'document',
  query: filters.extend({
    searchParam,
    pageNumber,
    status: z.enum(TICKET_STATUSES).optional(),
    sort: z.enum(['newest', 'waiting', 'urgent']).optional(),
    after: placeByTime,
  }),
  response: z.object({ tickets: z.array(ticketView), hasMore: z.boolean() }),
});

/** A conversation: its contact, queue, agent, tags and state. */
export const getTicket = route({
  method: 'GET',
  path: '/tickets/:ticketId',
  access: 'session',
  tool: true,
  params: z.object({ ticketId: idText }),
  response: ticketView,
  errors: ['ERR_NO_TICKET_FOUND', 'ERR_TICKET_FOREIGN_QUEUE'],
});

/** Finds a ticket by its own uuid; by a contact's, the newest conversation with it that the caller sees. */
export const getTicketByUuid = route({
  method: 'GET',
  path: '/tickets/u/:uuid',
  access: 'session',
  params: z.object({ uuid }),
  response: ticketView,
  errors: ['ERR_NO_TICKET_FOUND', 'ERR_TICKET_FOREIGN_QUEUE'],
});

/**
 * Begins a conversation with a contact: open with the caller, or waiting. Without `whatsappId` through the caller's own
 * connection if it is connected, else the default, else any. ERR_OTHER_OPEN_TICKET {name} when there is one already,
 * ERR_TICKET_FOREIGN_QUEUE for a queue that the caller does not see.
 */
export const createTicket = route({
  method: 'POST',
  path: '/tickets',
  access: 'session',
  screen: true,
  waitsFor: 'outside',
  body: z.object({
    contactId: id,
    whatsappId: id.optional(),
    queueId: id.optional(),
    status: z.enum(['open', 'pending']).optional(),
  }),
  response: ticketView,
  status: 201,
  errors: [
    'ERR_NO_CONTACT_FOUND',
    'ERR_NO_WAPP_FOUND',
    'ERR_NO_DEF_WAPP_FOUND',
    'ERR_NO_QUEUE_FOUND',
    'ERR_TICKET_FOREIGN_QUEUE',
    'ERR_WAPP_INVALID_CONTACT',
    'ERR_CHANNEL_CANNOT',
    'ERR_OTHER_OPEN_TICKET',
  ],
});

/** Deletes a ticket with all its messages. */
export const deleteTicket = route({
  method: 'DELETE',
  path: '/tickets/:ticketId',
  access: 'tickets:delete',
  screen: true,
  params: z.object({ ticketId: idText }),
  status: 204,
  errors: ['ERR_NO_TICKET_FOUND', 'ERR_ON_HOLD'],
});

/**
 * Accept (`open` from pending), finish (`closed`), reopen (`open` from closed) and return to the queue (`pending`).
 * With a `userId` other than the caller's, or a `queueId` alone, it is transferred. `silent`: the customer is sent
 * nothing. `useIntegration`, `promptId` and `integrationId` say what answers in an agent's place while the ticket
 * waits; accepting, transferring and finishing end it, whatever the call says of it. Alone they are for a waiting
 * ticket: ERR_TICKET_NOT_PENDING.
 */
export const updateTicket = route({
  method: 'PUT',
  path: '/tickets/:ticketId',
  access: 'session',
  tool: true,
  params: z.object({ ticketId: idText }),
  body: z.object({
    status: z.enum(TICKET_STATUSES).optional(),
    userId: id.nullable().optional(),
    queueId: id.nullable().optional(),
    useIntegration: z.boolean().optional(),
    promptId: id.nullable().optional(),
    integrationId: id.nullable().optional(),
    silent: z.boolean().optional(),
  }),
  response: ticketView,
  errors: [
    'ERR_NO_TICKET_FOUND',
    'ERR_TICKET_FOREIGN_QUEUE',
    'ERR_TICKET_NOT_PENDING',
    'ERR_TICKET_CLOSED',
    'ERR_OTHER_OPEN_TICKET',
    'ERR_NO_USER_FOUND',
    'ERR_NO_QUEUE_FOUND',
    'ERR_USER_NOT_IN_QUEUE',
    'ERR_NO_PROMPT_FOUND',
    'ERR_NO_QUEUE_INTEGRATION_FOUND',
    'ERR_BOT_HAS_NOTHING_TO_SAY',
  ],
});

/**
 * The caller has read a conversation of theirs: all of it, or what the customer wrote until `seenAt`. The customer's
 * phone may show it. Nothing changes in a waiting ticket or a colleague's.
 */
export const markTicketRead = route({
  method: 'PUT',
  path: '/tickets/:ticketId/read',
  access: 'session',
  params: z.object({ ticketId: idText }),
  body: z.object({ seenAt: instant.optional() }).optional(),
  response: ticketView,
  errors: ['ERR_NO_TICKET_FOUND', 'ERR_TICKET_FOREIGN_QUEUE'],
});

/**
 * Its reader wants to come back to a conversation of theirs: it counts as unread until it is read or answered again. The
 * customer's phone shows nothing of it.
 */
export const markTicketUnread = route({
  method: 'PUT',
  path: '/tickets/:ticketId/unread',
  access: 'session',
  params: z.object({ ticketId: idText }),
  response: ticketView,
  errors: [
    'ERR_NO_TICKET_FOUND',
    'ERR_TICKET_FOREIGN_QUEUE',
    'ERR_TICKET_NOT_ACCEPTED',
    'ERR_TICKET_CLOSED',
    'ERR_OTHER_OPEN_TICKET',
  ],
});

/**
 * Puts a ticket off until an instant, `null`: takes it back now. It keeps its agent, and the rules of its connection leave
 * it alone. The customer's next message, its time, and whoever accepts, finishes, transfers or returns it end that. An
 * instant in the past changes nothing.
 */
export const snoozeTicket = route({
  method: 'PUT',
  path: '/tickets/:ticketId/snooze',
  access: 'session',
  params: z.object({ ticketId: idText }),
  body: z.object({ until: instant.nullable() }),
  response: ticketView,
  errors: ['ERR_NO_TICKET_FOUND', 'ERR_TICKET_FOREIGN_QUEUE', 'ERR_TICKET_CLOSED', 'ERR_OTHER_OPEN_TICKET'],
});

/**
 * Puts a ticket first in the lists of the caller's consoles, or no longer; finishing the ticket ends it. At most MAX_PINS
 * that the caller sees: ERR_TOO_MANY_PINS {limit}.
 */
export const pinTicket = route({
  method: 'PUT',
  path: '/tickets/:ticketId/pin',
  access: 'session',
  closedToPrograms: 'ofPerson',
  params: z.object({ ticketId: idText }),
  body: z.object({ pinned: z.boolean() }),
  status: 204,
  errors: ['ERR_NO_TICKET_FOUND', 'ERR_TICKET_FOREIGN_QUEUE', 'ERR_TICKET_CLOSED', 'ERR_TOO_MANY_PINS'],
});
