import { z } from 'zod';
import { route } from '../../contract/call.ts';

/** What messengers tell of connections by themselves, at an address of each. */

const params = z.object({
  /** Of the address, which nobody guesses. */
  connectionToken: z.string().max(100),
});

/**
 * What a messenger tells of a connection by itself, at that connection's own address. It is stored before it is answered,
 * and read by whoever runs the connection. The body is its kind's, which also says how the messenger proves that it was
 * itself; ERR_NO_PERMISSION when it does not. ERR_TOO_MANY_REQUESTS and ERR_UNAVAILABLE ask it to come again.
 */
export const hearFromChannel = route({
  method: 'POST',
  path: '/webhooks/channels/:connectionToken',
  access: 'public',
  waitsFor: 'outside',
  params,
  rawBody: true,
  response: z.object({}),
  errors: ['ERR_NO_WAPP_FOUND', 'ERR_NO_PERMISSION', 'ERR_BODY_TOO_LARGE', 'ERR_TOO_MANY_REQUESTS'],
});

/**
 * Meta's question whether an address is wanted, before it tells anything there: whoever knows the connection's word gets
 * the challenge back, as plain text. ERR_NO_PERMISSION for another word.
 */
export const answerChallenge = route({
  method: 'GET',
  path: '/webhooks/channels/:connectionToken',
  access: 'public',
  waitsFor: 'outside',
  params,
  query: z.object({
    'hub.mode': z.literal('subscribe'),
    'hub.verify_token': z.string().max(200),
    'hub.challenge': z.string().regex(/^[\w-]{1,200}$/),
  }),
  errors: ['ERR_NO_WAPP_FOUND', 'ERR_NO_PERMISSION'],
});
