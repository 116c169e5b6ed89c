import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';

export const outbox = {
  errors: {
    /** The waiting command was executed, or was removed. */
    ERR_NO_COMMAND_FOUND: failure(404),
    /** The server may have it already: it cannot be taken back. */
    ERR_COMMAND_SENT: failure(409),
  },
} as const satisfies Feature;
