import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';
import * as row from './row.ts';

export const quickMessages = {
  errors: {
    ERR_NO_QUICK_MESSAGE_FOUND: failure(404),
    ERR_SHORTCODE_TAKEN: failure(409),
  },
  logged: ['quickMessage'],
  permissions: {
    /** Quick messages of everybody that a colleague has written. */
    'quickMessages:manageAll': ['admin', 'supervisor'],
  },
  rows: [row.quickMessageRow],
  models: row,
  keyArea: 'quickMessages',
} as const satisfies Feature;
