import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { id, instant, uuid } from '../../contract/fields.ts';
import { AI_ENDINGS, AI_PURPOSES } from './rules.ts';

/** What the AI was asked about conversations, as long as the option `aiRequestDays` has it kept. */

const aiRequest = z.object({
  id: uuid,
  ticketId: id,
  at: instant,
  purpose: z.enum(AI_PURPOSES),
  model: z.string(),
  /** 0 where nothing was answered. */
  promptTokens: z.int(),
  completionTokens: z.int(),
  ending: z.enum(AI_ENDINGS),
});
export type AiRequest = z.output<typeof aiRequest>;

const openedRequest = aiRequest.extend({
  /** What the AI was told; a long one ends in `[…]`. */
  messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })),
  /** What it said, with what it wanted to be done; of one that broke off, what was heard. */
  answer: z.string(),
  /** Why there is no answer, in the service's words; empty where there is one. */
  reason: z.string(),
});
export type OpenedAiRequest = z.output<typeof openedRequest>;

/** The newest first. */
export const listAiRequests = route({
  method: 'GET',
  path: '/ai-requests',
  access: 'prompts:manage',
  screen: true,
  plan: 'useOpenAi',
  /** An answer's `next`. */
  query: z.object({ after: uuid.optional() }),
  response: z.object({ requests: z.array(aiRequest), hasMore: z.boolean(), next: uuid.nullable() }),
});

export const getAiRequest = route({
  method: 'GET',
  path: '/ai-requests/:requestId',
  access: 'prompts:manage',
  screen: true,
  plan: 'useOpenAi',
  params: z.object({ requestId: uuid }),
  response: openedRequest,
  errors: ['ERR_NO_AI_REQUEST_FOUND'],
});
