import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';

export const heldMessages = {
  errors: {
    /** Of a message: somebody has decided that it does not go out. */
    ERR_SEND_DROPPED: failure(409),
  },
  permissions: {
    /** What becomes of messages that were waiting when a backup was restored. */
    'heldMessages:decide': ['admin'],
  },
  keyArea: 'messages',
} as const satisfies Feature;
