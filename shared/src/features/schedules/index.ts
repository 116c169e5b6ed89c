import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';
import { SCHEDULE_METHODS } from './bridge.ts';
import { scheduleMutations } from './commands.ts';
import * as row from './row.ts';

export const schedules = {
  errors: {
    ERR_NO_SCHEDULE_FOUND: failure(404),
    /** It is in its conversation: it can no longer be changed or cancelled. */
    ERR_SCHEDULE_SENT: failure(409),
  },
  logged: ['schedule'],
  rows: [row.scheduleRow],
  models: row,
  keyArea: 'schedules',
  commands: scheduleMutations,
  bridge: SCHEDULE_METHODS,
} as const satisfies Feature;
