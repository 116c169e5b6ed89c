import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';
import { deadline } from './deadline.ts';
import { deadlinePolicy, deadlinePolicyRow } from './row.ts';

export const deadlines = {
  errors: {
    ERR_NO_DEADLINE_POLICY_FOUND: failure(404),
    ERR_DEADLINE_POLICY_NAME_TAKEN: failure(409),
    ERR_TOO_MANY_DEADLINE_POLICIES: failure(409),
    /** It has no time for anything. */
    ERR_DEADLINE_POLICY_EMPTY: failure(400),
    /** It points at what is not there. */
    ERR_DEADLINE_POLICY_REFERENCE: failure(400),
  },
  logged: ['deadlinePolicy'],
  permissions: {
    /** Until when customers are answered and finished. */
    'deadlines:manage': ['admin', 'supervisor'],
  },
  rows: [deadlinePolicyRow],
  models: { deadline, deadlinePolicy },
  keyArea: 'settings',
} as const satisfies Feature;
