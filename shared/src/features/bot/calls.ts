import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { id, idText, instant, uuid } from '../../contract/fields.ts';
import { CONTACT_NAME } from '../contacts/limits.ts';
import { mediaView } from '../media/row.ts';
import { MESSAGE_MAX_CHARS } from '../messages/limits.ts';
import { MESSAGE_TYPES } from '../messages/row.ts';
import { BOT_ENDS } from './bot-ends.ts';
import { BOT_REASONS } from './bot-reasons.ts';

/** The bot, for whoever writes its menus. */

const count = z.int().min(0).max(9_999);

/** Where the customer of a trial stands: it lives with the caller, who hands it back with the next message. */
const trialState = z.object({
  answerer: z.enum(['nobody', 'queueMenu', 'optionTree', 'prompt', 'integration', 'bill']),
  queueId: id.nullable(),
  optionId: id.nullable(),
  promptId: id.nullable(),
  integrationId: id.nullable(),
  ended: z.enum(BOT_ENDS).nullable(),
  menus: count,
  menuAt: instant.nullable(),
  answers: count,
  heard: z.string().max(400).nullable(),
  repeats: count,
  hoursToldAt: instant.nullable(),
  hoursToldQueueId: id.nullable(),
});
export type TrialState = z.output<typeof trialState>;

const trialLine = z.object({
  id: uuid,
  /** `event`: what the timeline would say, as JSON in `body`; anything else is what the customer would receive. */
  mediaType: z.enum(MESSAGE_TYPES),
  body: z.string(),
  media: mediaView.nullable(),
});
export type TrialLine = z.output<typeof trialLine>;

const trialAnswer = z.object({
  lines: z.array(trialLine),
  state: trialState,
  /** The bot ends the ticket. */
  closes: z.boolean(),
  reason: z.enum(BOT_REASONS),
  /** The words of the message that chose, folded; null: the whole message did, or chose nothing. */
  read: z.string().nullable(),
  /** Who is asked, and answers later; `opens`: it speaks first. */
  ask: z.object({ answerer: z.enum(['prompt', 'integration', 'bill']), opens: z.boolean() }).nullable(),
  /** Whether the company, and the queue that the customer is in, are open at that time. */
  isOpen: z.boolean(),
});
export type TrialAnswer = z.output<typeof trialAnswer>;

const trial = {
  /** The connection that the customer writes to; null: one that offers this queue alone. */
  connectionId: id.nullable(),
  at: instant,
  /** The customer's, for the texts that call them by it. */
  contactName: z.string().max(CONTACT_NAME.max).optional(),
};

/** What the bot would answer a customer, with what is saved. Nothing is stored, nothing is sent. */
export const tryBot = route({
  method: 'POST',
  reads: true,
  path: '/queue/:queueId/try-bot',
  access: 'queues:manage',
  screen: true,
  params: z.object({ queueId: idText }),
  body: z.object({
    ...trial,
    /** Null: the customer writes for the first time. */
    state: trialState.nullable(),
    /** Null: a picture, a voice note, a place … */
    text: z.string().max(MESSAGE_MAX_CHARS).nullable(),
  }),
  response: trialAnswer,
  errors: ['ERR_NO_QUEUE_FOUND', 'ERR_NO_WAPP_FOUND'],
});

/**
 * What somebody outside really answers in a trial: it is asked now, as for a customer, and may cost what that costs. A
 * program is told of it as a `trial`. Nothing is stored of it but the files that it sends, and nothing is sent.
 */
export const askResponder = route({
  method: 'POST',
  reads: true,
  waitsFor: 'outside',
  path: '/queue/:queueId/try-bot/ask',
  access: 'queues:manage',
  screen: true,
  params: z.object({ queueId: idText }),
  body: z.object({
    ...trial,
    state: trialState,
    opens: z.boolean(),
    /** What it remembered the last time. */
    session: z.string().max(20_000).nullable(),
    /** The words of the trial so far, the customer's last. */
    said: z.array(z.object({ fromMe: z.boolean(), text: z.string().max(MESSAGE_MAX_CHARS) })).max(100),
  }),
  response: trialAnswer.extend({ session: z.string().nullable(), latencyMs: z.int() }),
  errors: [
    'ERR_NO_QUEUE_FOUND',
    'ERR_NO_WAPP_FOUND',
    'ERR_NO_QUEUE_INTEGRATION_FOUND',
    'ERR_ADDRESS_FORBIDDEN',
    'ERR_AI_FAILED',
    'ERR_AI_REFUSED',
    'ERR_AI_LIMIT',
    'ERR_INTEGRATION_FAILED',
    'ERR_INTEGRATION_REFUSED',
    'ERR_INTEGRATION_UNCLEAR',
    'ERR_INTEGRATION_ACCOUNT',
    'ERR_BILLS_FAILED',
    'ERR_BILLS_REFUSED',
    'ERR_BILLS_NOT_SET',
  ],
});
