import { type Feature, failure } from '../../contract/feature.ts';

export const prompts = {
  errors: {
    ERR_NO_PROMPT_FOUND: failure(404),
    ERR_PROMPT_NAME_TAKEN: failure(409),
    /** A stored key goes to its own address alone. */
    ERR_PROMPT_KEY_NEEDED: failure(409),
  },
  logged: ['prompt'],
} as const satisfies Feature;
