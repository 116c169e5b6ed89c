import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';
import { webhookEvent } from './event.ts';
import * as row from './row.ts';

export const webhooks = {
  errors: {
    ERR_NO_WEBHOOK_FOUND: failure(404),
    ERR_WEBHOOK_NAME_TAKEN: failure(409),
    ERR_TOO_MANY_WEBHOOKS: failure(409),
  },
  logged: ['webhook'],
  permissions: {
    /** Addresses that are told what happens in the company. */
    'webhooks:manage': ['admin'],
  },
  marks: { i: 'webhooks:manage' },
  rows: [row.webhookRow],
  models: { ...row, webhookEvent },
  keyArea: 'integrations',
} as const satisfies Feature;
