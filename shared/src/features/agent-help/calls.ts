import { z } from 'zod';
import { type RouteContract, route } from '../../contract/call.ts';
import { id, idText, instant, uuid } from '../../contract/fields.ts';
import { MESSAGE_MAX_CHARS } from '../messages/limits.ts';
import { HELP_KINDS, REWRITINGS, worksOnText } from './kinds.ts';

/** An AI beside the agent: it reads one conversation that the agent sees, and proposes. People send. */

/** Of ISO 639: customers write in any. */
const language = z.string().regex(/^[a-z]{2,3}$/);
const words = z.string().trim().min(1).max(MESSAGE_MAX_CHARS);

export const helpWanted = z
  .object({
    /** `summary`: what it is about, what was promised and what is open. `reply`: the next message. `sort`: tags and a queue, none of which is applied. The others work on `text`. */
    kind: z.enum(HELP_KINDS),
    /** The agent's own words. */
    text: words.optional(),
    /** What becomes of them when they are rewritten. */
    how: z.enum(REWRITINGS).default('spelling'),
    /** Of a summary, or that a text is translated into. */
    language: language.default('pt'),
  })
  .refine(({ kind, text }) => text !== undefined || !worksOnText(kind), { path: ['text'] });
/** As it is asked for. */
export type HelpWanted = z.input<typeof helpWanted>;
export type HelpAsked = z.output<typeof helpWanted>;

const HELPER_ERRORS = [
  'ERR_AGENT_HELP_OFF',
  'ERR_AI_REFUSED',
  'ERR_AI_LIMIT',
  'ERR_AI_FAILED',
] as const satisfies RouteContract['errors'];

export const helpGiven = z.object({
  text: z.string(),
  /** The messages that a summary rests on: `[mark]` in its text. One that does not exist is dropped from the text. */
  sources: z.array(z.object({ mark: z.int(), messageId: uuid, createdAt: instant })),
  /** The articles for customers that a reply rests on; those that it has made up are dropped, and counted. */
  articles: z.array(z.object({ id, title: z.string() })),
  /** Of those that the company has, none that the conversation has already. */
  tagIds: z.array(id),
  queueId: id.nullable(),
});
export type HelpGiven = z.output<typeof helpGiven>;

/** What comes while it is written: more words, and at last all of it, or why there is no more. */
export const helpLine = z.union([
  z.object({ words: z.string() }),
  z.object({ given: helpGiven }),
  z.object({ error: z.string() }),
]);
export type HelpLine = z.output<typeof helpLine>;

/**
 * Asks the company's AI for a proposal, by the prompt that the option `agentHelpPrompt` names. It is told the words of this
 * conversation, never a note, and nothing of another one. ERR_AGENT_HELP_OFF where nobody has chosen a prompt, or what is wanted
 * is switched off; ERR_AI_LIMIT when the month's tokens are gone; ERR_AI_FAILED when the service does not answer, or not to
 * the end. Whoever hangs up ends it.
 */
export const askForHelp = route({
  method: 'POST',
  path: '/tickets/:ticketId/agent-help',
  access: 'session',
  noted: 'conversation',
  plan: 'useOpenAi',
  waitsFor: 'outside',
  reads: true,
  params: z.object({ ticketId: idText }),
  body: helpWanted,
  lines: helpLine,
  errors: ['ERR_NO_TICKET_FOUND', 'ERR_TICKET_FOREIGN_QUEUE', ...HELPER_ERRORS],
});

/**
 * Puts what was said in a conversation into another language. The AI is told that message alone; what it answers is kept
 * with the message, so that whoever asks again costs nothing. In which language a customer writes is remembered with the
 * contact. ERR_NOTHING_TO_TRANSLATE where a message has no words.
 */
export const translateMessage = route({
  method: 'POST',
  path: '/messages/:messageId/translation',
  access: 'session',
  noted: 'conversation',
  screen: true,
  plan: 'useOpenAi',
  waitsFor: 'outside',
  onlyAsks: true,
  reads: true,
  params: z.object({ messageId: uuid }),
  body: z.object({ language }),
  response: z.object({
    text: z.string(),
    /** In which it was written, as the AI has guessed; null: it did not say. */
    from: z.string().nullable(),
  }),
  errors: ['ERR_NO_MESSAGE_FOUND', 'ERR_NOTHING_TO_TRANSLATE', ...HELPER_ERRORS],
});
export type Translation = z.output<(typeof translateMessage)['response']>;

/** In which language a contact writes, as the newest translation says; null: nobody has had anything translated. */
export const getContactLanguage = route({
  method: 'GET',
  path: '/contacts/:contactId/language',
  access: 'session',
  screen: true,
  plan: 'useOpenAi',
  params: z.object({ contactId: idText }),
  response: z.object({ language: z.string().nullable() }),
  errors: ['ERR_NO_CONTACT_FOUND'],
});

/** Counts that somebody took what the AI has proposed, or threw it away. */
export const noteProposal = route({
  method: 'POST',
  path: '/agent-help/proposals',
  access: 'session',
  screen: true,
  plan: 'useOpenAi',
  body: z.object({ kept: z.boolean() }),
  status: 204,
});
