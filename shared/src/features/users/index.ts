import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';
import * as row from './row.ts';

export const users = {
  errors: {
    ERR_NO_USER_FOUND: failure(404),
    ERR_EMAIL_TAKEN: failure(409),
    ERR_LAST_ADMIN: failure(409),
    /** They have a password: there is no invitation any more. */
    ERR_ALREADY_JOINED: failure(409),
    ERR_USER_CREATION_DISABLED: failure(403),
  },
  logged: ['user', 'invitation'],
  permissions: {
    'users:manage': ['admin'],
  },
  rows: [row.userRow],
  models: row,
  keyArea: 'people',
} as const satisfies Feature;
