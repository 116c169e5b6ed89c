import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { errorCode, id, instant, uuid } from '../../contract/fields.ts';
import { PROMPT_LIMITS } from '../responders/ai.ts';
import { OUTCOMES, QUESTIONS, VARIANTS } from './rules.ts';

/** The words of a prompt tried on what customers have asked, and judged before customers are answered by them. */

const judged = z.object({ good: z.int(), bad: z.int() });

const evaluation = z.object({
  id: uuid,
  promptId: id,
  promptName: z.string(),
  at: instant,
  /** Who began it; null: gone. */
  userName: z.string().nullable(),
  /** Whether other words stand beside those of the prompt. */
  isComparison: z.boolean(),
  isRunning: z.boolean(),
  questions: z.int(),
  answers: z.int(),
  /** Those that nobody waits for any more, also because they failed. */
  ended: z.int(),
  /** Those that were stopped or failed: `resume` asks them again. */
  unasked: z.int(),
  judged: z.object({ today: judged, changed: judged }),
});
export type Evaluation = z.output<typeof evaluation>;

const answer = z.object({
  id: uuid,
  variant: z.enum(VARIANTS),
  outcome: z.union([z.enum(OUTCOMES), errorCode]),
  /** Also what a customer is told who is handed over. */
  text: z.string(),
  /** Those that it rests on. */
  articles: z.array(z.object({ id, title: z.string() })),
  /** Null: not judged yet. */
  good: z.boolean().nullable(),
});
export type EvaluatedAnswer = z.output<typeof answer>;

const question = z.object({
  id: uuid,
  /** Where it was asked; null: it stood in a file. */
  ticket: z.object({ id, uuid }).nullable(),
  question: z.string(),
  /** What the team has answered; empty where the question stood in a file. */
  written: z.string(),
  /** Those by today's words first. */
  answers: z.array(answer),
});
export type EvaluatedQuestion = z.output<typeof question>;

const openedEvaluation = evaluation.extend({
  /** The prompt's words then, and those that were tried against them; null: none. */
  today: z.string(),
  changed: z.string().nullable(),
  rows: z.array(question),
});
export type OpenedEvaluation = z.output<typeof openedEvaluation>;

const forAdmins = { access: 'prompts:manage', screen: true, plan: 'useOpenAi' } as const;
const params = z.object({ evaluationId: uuid });

/** The newest first. */
export const listEvaluations = route({
  ...forAdmins,
  method: 'GET',
  path: '/evaluations',
  /** An answer's `next`. */
  query: z.object({ after: uuid.optional() }),
  response: z.object({ evaluations: z.array(evaluation), hasMore: z.boolean(), next: uuid.nullable() }),
});

export const getEvaluation = route({
  ...forAdmins,
  method: 'GET',
  path: '/evaluations/:evaluationId',
  params,
  response: openedEvaluation,
  errors: ['ERR_NO_EVALUATION_FOUND'],
});

/** Its questions are asked one after the other; the answer does not wait for them. */
export const startEvaluation = route({
  ...forAdmins,
  method: 'POST',
  path: '/evaluations',
  body: z.object({
    promptId: id,
    /** Words that are tried against those of the prompt; null: none. */
    changed: z.string().max(PROMPT_LIMITS.chars).nullable(),
    questions: z.discriminatedUnion('from', [
      /** The last questions that somebody of the team has answered, one of each conversation. */
      z.object({ from: z.literal('tickets'), count: z.int().min(QUESTIONS.min).max(QUESTIONS.most) }),
      z.object({
        from: z.literal('file'),
        lines: z.array(z.string().trim().min(1).max(QUESTIONS.chars)).min(1).max(QUESTIONS.most),
      }),
    ]),
  }),
  response: evaluation,
  status: 201,
  errors: ['ERR_NO_PROMPT_FOUND', 'ERR_EVALUATION_RUNNING', 'ERR_NOTHING_TO_EVALUATE'],
});

export const judgeAnswer = route({
  ...forAdmins,
  method: 'PUT',
  path: '/evaluations/:evaluationId/answers/:answerId',
  params: z.object({ evaluationId: uuid, answerId: uuid }),
  body: z.object({ good: z.boolean().nullable() }),
  response: evaluation,
  errors: ['ERR_NO_EVALUATION_FOUND'],
});

/** Nothing more is asked; what is being asked comes to its end. */
export const stopEvaluation = route({
  ...forAdmins,
  method: 'POST',
  path: '/evaluations/:evaluationId/stop',
  params,
  response: evaluation,
  errors: ['ERR_NO_EVALUATION_FOUND'],
});

/** What was stopped or failed is asked again. */
export const resumeEvaluation = route({
  ...forAdmins,
  method: 'POST',
  path: '/evaluations/:evaluationId/resume',
  params,
  response: evaluation,
  errors: ['ERR_NO_EVALUATION_FOUND', 'ERR_EVALUATION_RUNNING'],
});

export const deleteEvaluation = route({
  ...forAdmins,
  method: 'DELETE',
  path: '/evaluations/:evaluationId',
  params,
  status: 204,
  errors: ['ERR_NO_EVALUATION_FOUND'],
});
