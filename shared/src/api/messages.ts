import { z } from 'zod';
import { MESSAGE_MAX_CHARS } from '../constants.ts';
import { message } from '../sync/entities.ts';
import { route } from './contract.ts';
import { idText, pageNumber, uuid } from './fields.ts';

/**
 * Messages of a ticket's contact, of all tickets that the caller sees. Specification document 1, section 7. `before` is
 * the id of the oldest message that the caller has: going back by it costs the same however far; pages count from there.
 */
export const listMessages = route({
  method: 'GET',
  path: '/messages/:ticketId',
  access: 'session',
  params: z.object({ ticketId: idText }),
  query: z.object({ pageNumber, before: uuid.optional() }),
  response: z.object({ messages: z.array(message), hasMore: z.boolean() }),
  errors: ['ERR_NO_TICKET_FOUND', 'ERR_TICKET_FOREIGN_QUEUE', 'ERR_NO_MESSAGE_FOUND'],
});

/** `id` is made by the caller: sending the same one twice stores and sends one message. */
export const sendMessage = route({
  method: 'POST',
  path: '/messages/:ticketId',
  access: 'session',
  params: z.object({ ticketId: idText }),
  body: z.object({
    id: uuid.optional(),
    body: z.string().max(MESSAGE_MAX_CHARS).default(''),
    mediaId: uuid.optional(),
    quotedMsgId: uuid.optional(),
  }),
  response: message,
  status: 202,
  errors: [
    'ERR_NO_TICKET_FOUND',
    'ERR_TICKET_FOREIGN_QUEUE',
    'ERR_TICKET_CLOSED',
    'ERR_TICKET_NOT_ACCEPTED',
    'ERR_TICKET_TAKEN',
    'ERR_NO_WAPP_FOUND',
    'ERR_NO_MEDIA_FOUND',
    'ERR_MEDIA_NOT_READY',
    'ERR_NO_MESSAGE_FOUND',
    'ERR_IDEMPOTENCY_KEY_REUSED',
  ],
});
