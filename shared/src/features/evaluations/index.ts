import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';

export const evaluations = {
  errors: {
    ERR_NO_EVALUATION_FOUND: failure(404),
    /** Of the same prompt. */
    ERR_EVALUATION_RUNNING: failure(409),
    /** No conversation has a question that somebody of the team has answered. */
    ERR_NOTHING_TO_EVALUATE: failure(409),
  },
  logged: ['evaluation'],
} as const satisfies Feature;
