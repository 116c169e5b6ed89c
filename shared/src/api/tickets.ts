import { z } from 'zod';
import { route } from './contract.ts';
import { id, idText, instant, pageNumber, searchParam, uuid } from './fields.ts';

/** Tickets. Specification document 1, sections 3, 4 and 7; behaviours, section 6. */
export const TICKET_STATUSES = ['pending', 'open', 'closed'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

const named = z.object({ id, name: z.string() });

export const ticketView = z.object({
  id,
  uuid,
  status: z.enum(TICKET_STATUSES),
  userId: id.nullable(),
  user: named.nullable(),
  queueId: id.nullable(),
  queue: z.object({ id, name: z.string(), color: z.string() }).nullable(),
  whatsappId: id,
  whatsapp: named.nullable(),
  contactId: id,
  contact: z.object({
    id,
    name: z.string(),
    number: z.string(),
    email: z.string(),
    profilePicUrl: z.string().nullable(),
  }),
  lastMessage: z.string(),
  lastMessageAt: instant,
  unreadMessages: z.int(),
  isGroup: z.boolean(),
  channel: z.string(),
  chatbot: z.boolean(),
  tags: z.array(named.extend({ color: z.string() })),
  createdAt: instant,
  updatedAt: instant,
});
export type TicketView = z.output<typeof ticketView>;

/** A JSON list of ids inside a query string, as the specification's callers send it. */
const idListText = z
  .string()
  .max(2_000)
  .transform((text, ctx) => {
    const list = z.array(id).safeParse(parseJson(text));
    if (list.success) return list.data;
    ctx.addIssue({ code: 'custom', message: 'a JSON list of ids' });
    return z.NEVER;
  });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

export const listTickets = route({
  method: 'GET',
  path: '/tickets',
  access: 'session',
  query: z.object({
    searchParam,
    pageNumber,
    status: z.enum(TICKET_STATUSES).optional(),
    showAll: flag.optional(),
    queueIds: idListText.optional(),
    withUnreadMessages: flag.optional(),
  }),
  response: z.object({ tickets: z.array(ticketView), hasMore: z.boolean() }),
});

export const getTicket = route({
  method: 'GET',
  path: '/tickets/:ticketId',
  access: 'session',
  params: z.object({ ticketId: idText }),
  response: ticketView,
  errors: ['ERR_NO_TICKET_FOUND', 'ERR_TICKET_FOREIGN_QUEUE'],
});

export const getTicketByUuid = route({
  method: 'GET',
  path: '/tickets/u/:uuid',
  access: 'session',
  params: z.object({ uuid }),
  response: ticketView,
  errors: ['ERR_NO_TICKET_FOUND', 'ERR_TICKET_FOREIGN_QUEUE'],
});

/**
 * Accept (`open` from pending), finish (`closed`), reopen (`open` from closed) and return to the queue (`pending`). With
 * a `userId` other than the caller's, or a `queueId` alone, it is transferred. `silent`: the customer is sent nothing.
 * The `useIntegration`, `promptId` and `integrationId` that callers send when they finish are ignored: finishing ends
 * whatever answers in an agent's place.
 */
export const updateTicket = route({
  method: 'PUT',
  path: '/tickets/:ticketId',
  access: 'session',
  params: z.object({ ticketId: idText }),
  body: z.object({
    status: z.enum(TICKET_STATUSES).optional(),
    userId: id.nullable().optional(),
    queueId: id.nullable().optional(),
    silent: z.boolean().optional(),
  }),
  response: ticketView,
  errors: [
    'ERR_NO_TICKET_FOUND',
    'ERR_TICKET_FOREIGN_QUEUE',
    'ERR_TICKET_TAKEN',
    'ERR_TICKET_NOT_PENDING',
    'ERR_TICKET_CLOSED',
    'ERR_OTHER_OPEN_TICKET',
    'ERR_NO_USER_FOUND',
    'ERR_NO_QUEUE_FOUND',
    'ERR_USER_NOT_IN_QUEUE',
  ],
});
