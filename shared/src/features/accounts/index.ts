import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';
import { ACCOUNT_METHODS } from './bridge.ts';

export const accounts = {
  errors: {
    /** There is no such account on this computer, or it is the calling one. */
    ERR_NO_ACCOUNT_FOUND: failure(404),
    /** Another program works with this account. */
    ERR_ACCOUNT_OPEN: failure(409, true),
  },
  bridge: ACCOUNT_METHODS,
} as const satisfies Feature;
