import { type Feature, failure } from '../../contract/feature.ts';

export const webhooks = {
  errors: {
    ERR_NO_WEBHOOK_FOUND: failure(404),
    ERR_WEBHOOK_NAME_TAKEN: failure(409),
    ERR_TOO_MANY_WEBHOOKS: failure(409),
  },
  logged: ['webhook'],
} as const satisfies Feature;
