import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { id } from '../../contract/fields.ts';
import { MAX_REPLY_MESSAGES, webhookReplyAction, webhookReplyMessage } from './webhook-envelope.ts';

/** What programs outside answer to customers. */

/**
 * What an integration that was told of a ticket answers later, with the token that came along: the same as it may answer at
 * once. Once for each token, within a day, and as long as no agent has the ticket.
 */
export const answerTicket = route({
  method: 'POST',
  path: '/ticket-answers',
  access: 'ticketToken',
  waitsFor: 'outside',
  body: z.object({
    messages: z.array(webhookReplyMessage).max(MAX_REPLY_MESSAGES).optional(),
    /** The first one counts. */
    actions: z.array(webhookReplyAction).max(5).optional(),
  }),
  response: z.object({ ticketId: id }),
  status: 202,
  errors: [
    'ERR_TICKET_TOKEN_USED',
    'ERR_TICKET_LEFT',
    'ERR_NO_QUEUE_FOUND',
    'ERR_NO_USER_FOUND',
    'ERR_USER_NOT_IN_QUEUE',
    'ERR_SUBSCRIPTION_EXPIRED',
    'ERR_COMPANY_BLOCKED',
  ],
});
