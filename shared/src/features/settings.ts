import { type Feature, failure } from './feature.ts';

export const settings = {
  errors: {
    ERR_NO_SETTING_FOUND: failure(404),
  },
  logged: ['setting'],
} as const satisfies Feature;
