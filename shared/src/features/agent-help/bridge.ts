import { z } from 'zod';
import { id, uuid } from '../../contract/fields.ts';
import { method, nothing } from '../../contract/method.ts';
import { helpGiven, helpWanted } from './calls.ts';

/** Help of the AI for a screen, which hears the words as they come. */

export const AGENT_HELP_METHODS = {
  /** All of it, once it is there. `askId` is the screen's own, by which it hears of the words and cancels. */
  'agentHelp.ask': method(z.object({ askId: uuid, ticketId: id, wanted: helpWanted }), helpGiven),
  /** Nobody waits for it any more. */
  'agentHelp.cancel': method(z.object({ askId: uuid }), nothing),
} as const;

export const AGENT_HELP_EVENTS = {
  /** What the AI has said since the last of these. */
  'agentHelp.words': z.object({ askId: uuid, words: z.string() }),
} as const;
