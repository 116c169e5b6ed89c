import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';

export const retention = {
  errors: {
    /** {months}: the least. */
    ERR_RETENTION_TOO_SHORT: failure(422),
    /** It may not be deleted until somebody takes the hold away. */
    ERR_ON_HOLD: failure(409),
    ERR_ALREADY_ON_HOLD: failure(409),
    ERR_NO_HOLD_FOUND: failure(404),
  },
  logged: ['retention', 'hold'],
  permissions: {
    /** How long the company keeps what, and what must not go. */
    'retention:manage': ['admin'],
  },
} as const satisfies Feature;
