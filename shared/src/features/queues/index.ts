import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';
import * as row from './row.ts';

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
  permissions: {
    /** Includes their hours, menus and files. */
    'queues:manage': ['admin', 'supervisor'],
  },
  rows: [row.queueRow],
  models: row,
  keyArea: 'queues',
} as const satisfies Feature;
