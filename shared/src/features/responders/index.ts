import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';

export const responders = {
  errors: {
    ERR_AI_FAILED: failure(502, true),
    /** A key, a model or an account that the service does not accept. */
    ERR_AI_REFUSED: failure(502),
    /** The company's limit of this month is used up. */
    ERR_AI_LIMIT: failure(409),
    ERR_INTEGRATION_FAILED: failure(502, true),
    ERR_INTEGRATION_REFUSED: failure(502),
    /** Nobody knows whether it was done. */
    ERR_INTEGRATION_UNCLEAR: failure(502),
    /** It names a queue or a person that is not there. */
    ERR_INTEGRATION_TARGET: failure(422),
    ERR_BILLS_FAILED: failure(502, true),
    ERR_BILLS_REFUSED: failure(502),
    ERR_BILLS_NOT_SET: failure(409),
    ERR_TICKET_TOKEN_USED: failure(409),
    /** An agent has the ticket, or something else answers in it. */
    ERR_TICKET_LEFT: failure(409),
  },
} as const satisfies Feature;
