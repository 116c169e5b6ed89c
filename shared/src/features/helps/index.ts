import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';
import * as calls from './calls.ts';

export const helps = {
  errors: {
    ERR_NO_HELP_FOUND: failure(404),
    ERR_HELP_TITLE_TAKEN: failure(409),
  },
  logged: ['help'],
  permissions: {
    'helps:manage': ['super'],
  },
  calls,
} as const satisfies Feature;
