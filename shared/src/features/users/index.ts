import { type Feature, failure } from '../../contract/feature.ts';

export const users = {
  errors: {
    ERR_NO_USER_FOUND: failure(404),
    ERR_EMAIL_TAKEN: failure(409),
    ERR_LAST_ADMIN: failure(409),
    ERR_USER_CREATION_DISABLED: failure(403),
  },
  logged: ['user'],
} as const satisfies Feature;
