import { type Feature, failure } from '../../contract/feature.ts';

export const subscription = {
  errors: {
    ERR_SUBSCRIPTION_EXPIRED: failure(402),
  },
  logged: [],
} as const satisfies Feature;
