import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';

export const dataSubjects = {
  errors: {
    /** Nothing here names this number. */
    ERR_NO_DATA_SUBJECT_FOUND: failure(404),
  },
  logged: ['dataSubject'],
  permissions: {
    /** What the company has about a person who asks for it. */
    'dataSubjects:manage': ['admin'],
  },
} as const satisfies Feature;
