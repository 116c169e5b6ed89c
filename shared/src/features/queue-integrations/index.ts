import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';
import * as row from './row.ts';

export const queueIntegrations = {
  errors: {
    ERR_NO_QUEUE_INTEGRATION_FOUND: failure(404),
    ERR_QUEUE_INTEGRATION_NAME_TAKEN: failure(409),
    ERR_INTEGRATION_TYPE_FIXED: failure(409),
    ERR_INTEGRATION_ACCOUNT: failure(422),
    /** A stored key goes to its own address alone. */
    ERR_INTEGRATION_KEY_NEEDED: failure(409),
    ERR_INTEGRATION_UNSIGNED: failure(409),
    ERR_ADDRESS_FORBIDDEN: failure(422),
    ERR_NO_DELIVERY_FOUND: failure(404),
    // What became of a trial, and of a call outside that somebody waits for.
    ERR_OUTSIDE_UNREACHABLE: failure(502, true),
    ERR_OUTSIDE_BUSY: failure(503, true),
    ERR_OUTSIDE_REFUSED: failure(502),
    ERR_OUTSIDE_NONSENSE: failure(502),
    ERR_OUTSIDE_UNKNOWN: failure(502, true),
  },
  logged: ['queueIntegration'],
  permissions: {
    /** Programs outside that answer customers, and what they were told. */
    'integrations:manage': ['admin'],
  },
  rows: [row.queueIntegrationRow],
  models: row,
  keyArea: 'integrations',
} as const satisfies Feature;
