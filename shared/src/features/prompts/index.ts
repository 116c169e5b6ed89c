import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';
import * as row from './row.ts';

export const prompts = {
  errors: {
    ERR_NO_PROMPT_FOUND: failure(404),
    ERR_PROMPT_NAME_TAKEN: failure(409),
    /** A stored key goes to its own address alone. */
    ERR_PROMPT_KEY_NEEDED: failure(409),
  },
  logged: ['prompt'],
  permissions: {
    /** What an AI is told, and how it is reached. */
    'prompts:manage': ['admin'],
  },
  rows: [row.promptRow],
  models: row,
  keyArea: 'integrations',
} as const satisfies Feature;
