import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';

export const webChat = {
  errors: {
    /** The page is none of those that the company has named. */
    ERR_CHAT_PAGE_REFUSED: failure(403),
    /** The token was not made here, is too old, or was revoked with the secret. */
    ERR_CHAT_VISITOR_UNKNOWN: failure(401),
    /** What proves who the visitor is at the shop does not fit. */
    ERR_CHAT_USER_UNPROVEN: failure(422),
  },
} as const satisfies Feature;
