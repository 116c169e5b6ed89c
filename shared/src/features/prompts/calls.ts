import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { id, idText, searchParam } from '../../contract/fields.ts';
import { PROMPT_LIMITS, VOICES, WAIT_SECONDS } from '../responders/ai.ts';
import { prompt } from './row.ts';

/** What an AI is told before it answers customers, and how it is reached. */

const text = (max: number) => z.string().trim().max(max);
/** A mask that comes back is a key that nobody has touched. */
const key = text(500);
/** Empty: the service's own address. */
const baseUrl = z
  .union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)])
  .transform((url) => url.replace(/\/+$/, ''));

/** What those who choose one for a queue know of it. */
const offered = {
  ...prompt.shape,
  queue: z.object({ id, name: z.string() }).nullable(),
  voice: z.enum(VOICES),
};
/** The rest is for those who manage prompts. Keys are masks, empty where there is none. */
const managed = {
  prompt: z.string(),
  apiKey: z.string(),
  baseUrl: z.string(),
  model: z.string(),
  transcriptionModel: z.string(),
  voiceKey: z.string(),
  voiceRegion: z.string(),
  temperature: z.number(),
  maxMessages: z.int(),
  waitSeconds: z.int(),
  onlyArticles: z.boolean(),
};
const promptView = z.object({ ...offered, ...managed });
export type PromptView = z.output<typeof promptView>;
const listedPrompt = z.object({ ...offered, ...z.object(managed).partial().shape });
export type ListedPrompt = z.output<typeof listedPrompt>;

const { maxTokens, temperature, maxMessages } = PROMPT_LIMITS;
const fields = z.object({
  name: z.string().trim().min(1).max(PROMPT_LIMITS.nameChars),
  /** Where customers wait for people when the AI hands them over. */
  queueId: id,
  prompt: z.string().max(PROMPT_LIMITS.chars).optional(),
  apiKey: key.optional(),
  baseUrl: baseUrl.optional(),
  model: text(100).optional(),
  transcriptionModel: text(100).optional(),
  voice: z.enum(VOICES).optional(),
  voiceKey: key.optional(),
  voiceRegion: z
    .string()
    .max(50)
    .regex(/^[a-z0-9]*$/)
    .optional(),
  maxTokens: z.int().min(maxTokens.min).max(maxTokens.max).optional(),
  temperature: z.number().min(temperature.min).max(temperature.max).optional(),
  /** The messages of the conversation that the AI is told, the newest ones. */
  maxMessages: z.int().min(maxMessages.min).max(maxMessages.max).optional(),
  waitSeconds: z.int().min(WAIT_SECONDS.min).max(WAIT_SECONDS.max).optional(),
  /** It answers from articles that are published for customers alone; without one that fits it calls people. */
  onlyArticles: z.boolean().optional(),
});
export type PromptFields = z.output<typeof fields>;

const params = z.object({ promptId: idText });
const plan = 'useOpenAi';

/** All of them, by name. */
export const listPrompts = route({
  method: 'GET',
  path: '/prompt',
  access: 'queues:manage',
  plan,
  query: z.object({ searchParam }),
  response: z.object({ prompts: z.array(listedPrompt) }),
});

/** What the company's AI has used this month, in the company's timezone. */
const promptUsage = z.object({
  month: z.string().regex(/^\d{4}-\d{2}$/),
  calls: z.int(),
  promptTokens: z.int(),
  completionTokens: z.int(),
  /** How often it has named a source that it was not given; nobody has seen these. */
  falseSources: z.int(),
  /** What it has proposed to agents that they took, or threw away. */
  proposalsKept: z.int(),
  proposalsDropped: z.int(),
  /** What each prompt has done of it; one that has done nothing is missing. */
  prompts: z.array(
    z.object({
      promptId: id,
      /** Customers' turns that it has answered. */
      answers: z.int(),
      /** Those that it has left to people, also because it failed. */
      handOvers: z.int(),
      /** For customers and for agents. */
      promptTokens: z.int(),
      completionTokens: z.int(),
    }),
  ),
  /** Tokens after which the AI is not asked any more this month; null: none. The option `aiMonthlyTokens` sets it. */
  limit: z.int().nullable(),
});
export type PromptUsage = z.output<typeof promptUsage>;

export const getPromptUsage = route({
  method: 'GET',
  path: '/prompt/usage',
  access: 'prompts:manage',
  heavy: true,
  screen: true,
  plan,
  response: promptUsage,
});

export const getPrompt = route({
  method: 'GET',
  path: '/prompt/:promptId',
  access: 'prompts:manage',
  screen: true,
  plan,
  params,
  response: promptView,
  errors: ['ERR_NO_PROMPT_FOUND'],
});

export const createPrompt = route({
  method: 'POST',
  path: '/prompt',
  access: 'prompts:manage',
  screen: true,
  plan,
  body: fields,
  response: promptView,
  status: 201,
  errors: ['ERR_PROMPT_NAME_TAKEN', 'ERR_NO_QUEUE_FOUND'],
});

export const updatePrompt = route({
  method: 'PUT',
  path: '/prompt/:promptId',
  access: 'prompts:manage',
  screen: true,
  plan,
  params,
  body: fields.partial(),
  response: promptView,
  errors: ['ERR_NO_PROMPT_FOUND', 'ERR_PROMPT_NAME_TAKEN', 'ERR_NO_QUEUE_FOUND'],
});

/** Why an AI has not answered; the words are those of the server's way out. */
export const TRIAL_PROBLEMS = [
  /** The address is one of the server's own network. */
  'forbidden',
  'unreachable',
  'busy',
  /** A wrong key, a wrong model, a wrong path. */
  'refused',
  /** Something answers, but no AI. */
  'nonsense',
  'unknown',
] as const;

const promptTrial = z.object({
  ok: z.boolean(),
  /** What the AI said; empty when it did not. */
  reply: z.string(),
  latencyMs: z.int(),
  /** What the service says of its refusal, in its own words; null when it answered. */
  error: z.string().nullable(),
  problem: z.enum(TRIAL_PROBLEMS).nullable(),
});
export type PromptTrial = z.output<typeof promptTrial>;

/** One question to the AI, as a form describes it before it is saved. */
export const testPrompt = route({
  method: 'POST',
  path: '/prompt/test',
  access: 'prompts:manage',
  screen: true,
  plan,
  waitsFor: 'outside',
  reads: true,
  body: z.object({
    /** Whose key is meant by a mask; null: a new one. */
    promptId: id.nullable(),
    baseUrl,
    apiKey: key,
    model: text(100),
  }),
  response: promptTrial,
  errors: ['ERR_NO_PROMPT_FOUND', 'ERR_PROMPT_KEY_NEEDED'],
});

/** Customers whom it answers wait for people from then on. */
export const deletePrompt = route({
  method: 'DELETE',
  path: '/prompt/:promptId',
  access: 'prompts:manage',
  screen: true,
  plan,
  params,
  /** A sentence in English, as those of errors. */
  response: z.object({ message: z.string() }),
  errors: ['ERR_NO_PROMPT_FOUND'],
});
