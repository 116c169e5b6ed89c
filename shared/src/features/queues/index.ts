import { type Feature, failure } from '../../contract/feature.ts';

export const queues = {
  errors: {
    ERR_NO_QUEUE_FOUND: failure(404),
    ERR_QUEUE_COLOR_ALREADY_EXISTS: failure(409),
    ERR_QUEUE_NAME_TAKEN: failure(409),
    ERR_NO_QUEUE_OPTION_FOUND: failure(404),
    /** A queue's menu has as many options as one may have. */
    ERR_QUEUE_OPTIONS_FULL: failure(409),
  },
  logged: ['queue', 'queueOption'],
} as const satisfies Feature;
