import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';
import { rating } from './calls.ts';

export const ratings = {
  errors: {
    ERR_NO_RATING_FOUND: failure(404),
  },
  permissions: {
    /** What customers said of the service, and the answers to it. */
    'ratings:view': ['admin', 'supervisor'],
  },
  logged: ['rating'],
  lists: ['ratings'],
  models: { rating },
  keyArea: 'tickets',
} as const satisfies Feature;
