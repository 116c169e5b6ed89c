import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';

export const helps = {
  errors: {
    ERR_NO_HELP_FOUND: failure(404),
    ERR_HELP_TITLE_TAKEN: failure(409),
  },
  logged: ['help'],
  permissions: {
    'helps:manage': ['super'],
  },
} as const satisfies Feature;
