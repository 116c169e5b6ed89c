import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';

export const dashboard = {
  errors: {
    /** Neither days nor a date. */
    ERR_DASHBOARD_FILTER: failure(400),
    /** The end is before the start. */
    ERR_DASHBOARD_RANGE: failure(400),
    /** {days}: the most that one look takes. */
    ERR_DASHBOARD_RANGE_TOO_LONG: failure(400),
  },
  lists: ['figures'],
  permissions: {
    'dashboard:view': ['admin', 'supervisor'],
  },
  keyArea: 'figures',
} as const satisfies Feature;
