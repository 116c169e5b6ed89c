import { type Feature, failure } from '../../contract/feature.ts';

export const settings = {
  errors: {
    ERR_NO_SETTING_FOUND: failure(404),
    ERR_BILLING_NOT_SET_UP: failure(409),
  },
  logged: ['setting'],
} as const satisfies Feature;
