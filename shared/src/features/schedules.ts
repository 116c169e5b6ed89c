import { type Feature, failure } from './feature.ts';

export const schedules = {
  errors: {
    ERR_NO_SCHEDULE_FOUND: failure(404),
    /** It stands in its conversation: it can be changed and taken back no more. */
    ERR_SCHEDULE_SENT: failure(409),
  },
  logged: ['schedule'],
} as const satisfies Feature;
