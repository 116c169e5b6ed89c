import { type Feature, failure } from '../../contract/feature.ts';

export const schedules = {
  errors: {
    ERR_NO_SCHEDULE_FOUND: failure(404),
    /** It is in its conversation: it can no longer be changed or cancelled. */
    ERR_SCHEDULE_SENT: failure(409),
  },
  logged: ['schedule'],
} as const satisfies Feature;
