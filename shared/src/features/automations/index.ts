import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';
import { automation, automationRow } from './row.ts';

export const automations = {
  errors: {
    ERR_NO_AUTOMATION_FOUND: failure(404),
    ERR_AUTOMATION_NAME_TAKEN: failure(409),
    ERR_TOO_MANY_AUTOMATIONS: failure(409),
    /** A pattern that cannot be read. */
    ERR_AUTOMATION_PATTERN: failure(400),
    /** It points at what is not there. */
    ERR_AUTOMATION_REFERENCE: failure(400),
    /** It said too much to one ticket, and rests. */
    ERR_AUTOMATION_LIMIT: failure(409),
    ERR_AUTOMATION_STEPS: failure(409),
    /** What it says does not reach the customer: they do not want it, somebody switched bots off, or the way is gone. */
    ERR_AUTOMATION_OPTED_OUT: failure(409),
    ERR_AUTOMATION_BOTS_OFF: failure(409),
    ERR_AUTOMATION_NO_CONNECTION: failure(409),
    /** It did not work, and rests. */
    ERR_AUTOMATION_FAILED: failure(500),
  },
  logged: ['automation'],
  permissions: {
    /** Rules by which tickets move by themselves. */
    'automations:manage': ['admin', 'supervisor'],
  },
  marks: { r: 'automations:manage' },
  rows: [automationRow],
  models: { automation },
  keyArea: 'settings',
} as const satisfies Feature;
