import { type Feature, failure } from './feature.ts';

export const queueIntegrations = {
  errors: {
    ERR_NO_QUEUE_INTEGRATION_FOUND: failure(404),
    ERR_QUEUE_INTEGRATION_NAME_TAKEN: failure(409),
  },
  logged: ['queueIntegration'],
} as const satisfies Feature;
