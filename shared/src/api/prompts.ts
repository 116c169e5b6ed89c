import { z } from 'zod';
import { idText, pageNumber, searchParam } from '../fields.ts';
import { prompt } from '../model/prompt.ts';
import { route } from './contract.ts';

const params = z.object({ promptId: idText });
const fields = z.object({ name: z.string().trim().min(1).max(100) });

export const listPrompts = route({
  method: 'GET',
  path: '/prompts',
  access: 'session',
  screen: true,
  query: z.object({ searchParam, pageNumber }),
  response: z.object({ prompts: z.array(prompt), hasMore: z.boolean() }),
});

export const getPrompt = route({
  method: 'GET',
  path: '/prompts/:promptId',
  access: 'session',
  params,
  response: prompt,
  errors: ['ERR_NO_PROMPT_FOUND'],
});

export const createPrompt = route({
  method: 'POST',
  path: '/prompts',
  access: 'session',
  screen: true,
  body: fields,
  response: prompt,
  status: 201,
  errors: ['ERR_PROMPT_NAME_TAKEN'],
});

export const updatePrompt = route({
  method: 'PUT',
  path: '/prompts/:promptId',
  access: 'session',
  screen: true,
  params,
  body: fields.partial(),
  response: prompt,
  errors: ['ERR_NO_PROMPT_FOUND', 'ERR_PROMPT_NAME_TAKEN'],
});

export const deletePrompt = route({
  method: 'DELETE',
  path: '/prompts/:promptId',
  access: 'session',
  screen: true,
  params,
  status: 204,
  errors: ['ERR_NO_PROMPT_FOUND'],
});
