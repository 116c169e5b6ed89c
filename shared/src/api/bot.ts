import { z } from 'zod';
import { MESSAGE_MAX_CHARS, NAME } from '../constants.ts';
import { BOT_ENDS } from '../domain/bot-ends.ts';
import { BOT_REASONS } from '../domain/bot-reasons.ts';
import { id, idText, instant, uuid } from '../fields.ts';
import { mediaView } from '../model/media.ts';
import { MESSAGE_TYPES } from '../model/message.ts';
import { route } from './contract.ts';

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
  /** Whether the company, and the queue that the customer is in, are open at that time. */
  isOpen: z.boolean(),
});
export type TrialAnswer = z.output<typeof trialAnswer>;

/** What the bot would answer a customer, with what is saved. Nothing is stored, nothing is sent. */
export const tryBot = route({
  method: 'POST',
  reads: true,
  path: '/queue/:queueId/try-bot',
  access: 'queues:manage',
  screen: true,
  params: z.object({ queueId: idText }),
  body: z.object({
    /** The connection that the customer writes to; null: one that offers this queue alone. */
    connectionId: id.nullable(),
    /** Null: the customer writes for the first time. */
    state: trialState.nullable(),
    /** Null: a picture, a voice note, a place … */
    text: z.string().max(MESSAGE_MAX_CHARS).nullable(),
    at: instant,
    /** The customer's, for the texts that call them by it. */
    contactName: z.string().max(NAME.max).optional(),
  }),
  response: trialAnswer,
  errors: ['ERR_NO_QUEUE_FOUND', 'ERR_NO_WAPP_FOUND'],
});
