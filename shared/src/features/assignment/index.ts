import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';
import { agent } from './row.ts';

export const assignment = {
  errors: {
    /** A queue's tickets would come back to it. */
    ERR_OVERFLOW_CIRCLE: failure(409),
    /** The time is over already, or too far. */
    ERR_AWAY_UNTIL: failure(400),
  },
  permissions: {
    /** Who has how many tickets, may have how many, and is away. */
    'assignment:manage': ['admin', 'supervisor'],
  },
  models: { agent },
  keyArea: 'people',
} as const satisfies Feature;
