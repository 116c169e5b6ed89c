import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';
import { DATA_SUBJECT_METHODS } from './bridge.ts';

export const dataSubjects = {
  bridge: DATA_SUBJECT_METHODS,
  errors: {
    /** Nothing here names this number. */
    ERR_NO_DATA_SUBJECT_FOUND: failure(404),
    ERR_NO_ERASURE_FOUND: failure(404),
    /** There is something else than the caller has seen. */
    ERR_ERASURE_OUTDATED: failure(409),
    ERR_ERASURE_UNDER_WAY: failure(409),
    /** Somebody else has to agree. */
    ERR_ERASURE_OWN: failure(403),
    /** It has begun, was taken back, or needs nobody to agree. */
    ERR_ERASURE_DECIDED: failure(409),
    /** Its time is over, or the person is gone. */
    ERR_NO_DATA_EXPORT_FOUND: failure(404),
  },
  logged: ['dataSubject', 'erasure', 'dataExport'],
  permissions: {
    /** What the company has about a person who asks for it, and its erasure. */
    'dataSubjects:manage': ['admin'],
  },
} as const satisfies Feature;
