import { type Feature, failure } from '../../contract/feature.ts';

/** Errors of a console only: no server sends them. */
export const outbox = {
  errors: {
    /** The waiting command was executed, or was removed. */
    ERR_NO_COMMAND_FOUND: failure(404),
    /** The server may have it already: it cannot be taken back. */
    ERR_COMMAND_SENT: failure(409),
  },
  logged: [],
} as const satisfies Feature;
