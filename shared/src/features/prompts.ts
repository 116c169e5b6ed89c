import { type Feature, failure } from './feature.ts';

export const prompts = {
  errors: {
    ERR_NO_PROMPT_FOUND: failure(404),
    ERR_PROMPT_NAME_TAKEN: failure(409),
  },
  logged: ['prompt'],
} as const satisfies Feature;
