import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { instant, uuid } from '../../contract/fields.ts';
import { articleView } from './calls.ts';

/** What customers have asked the AI and no article answered: those that are alike stand together. */

const unansweredGroup = z.object({
  /** Of the newest question: it stands for all of them. */
  id: uuid,
  question: z.string(),
  /** The others, in their customers' words, the newest first; each once. */
  others: z.array(z.string()),
  count: z.int(),
  lastAt: instant,
  /** A conversation of them has ended that this person sees: an article can be drafted from it. */
  isFinished: z.boolean(),
});
export type UnansweredGroup = z.output<typeof unansweredGroup>;

const refusals = ['ERR_NO_QUESTION_FOUND'] as const;
const params = z.object({ questionId: uuid });

/** Of the newest MAX_UNANSWERED questions, those that were asked most first. */
export const listUnanswered = route({
  method: 'GET',
  path: '/knowledge/unanswered',
  access: 'knowledge:write',
  screen: true,
  response: z.object({ groups: z.array(unansweredGroup) }),
});

/**
 * Makes a draft of what people have answered in the newest of its conversations that has ended, without names and numbers; the
 * questions leave the list. ERR_CONVERSATION_OPEN where none has ended.
 */
export const draftFromQuestion = route({
  method: 'POST',
  path: '/knowledge/unanswered/:questionId/draft',
  access: 'knowledge:write',
  screen: true,
  params,
  response: articleView,
  status: 201,
  errors: [...refusals, 'ERR_CONVERSATION_OPEN', 'ERR_TOO_MANY_ARTICLES', 'ERR_ARTICLE_TITLE_TAKEN'],
});

/** Takes a question, and those that are alike, off the list. */
export const dropUnanswered = route({
  method: 'DELETE',
  path: '/knowledge/unanswered/:questionId',
  access: 'knowledge:write',
  screen: true,
  params,
  status: 204,
  errors: refusals,
});
