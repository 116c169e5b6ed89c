import { type Feature, failure } from '../../contract/feature.ts';

/** Errors of a console only: no server sends them. */
export const accounts = {
  errors: {
    /** There is no such account on this computer, or it is the calling one. */
    ERR_NO_ACCOUNT_FOUND: failure(404),
    /** Another program works with this account. */
    ERR_ACCOUNT_OPEN: failure(409, true),
  },
  logged: [],
} as const satisfies Feature;
