import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';
import { MESSAGES_API_METHODS } from './bridge.ts';

export const messagesApi = {
  errors: {
    /** The token is of a program, not of a person: no session ends by it. */
    ERR_API_TOKEN: failure(401),
    /** Its key may not make this call. */
    ERR_API_KEY_SCOPE: failure(403),
    /** Only a person can do this, or no program may. */
    ERR_API_KEY_PERSON: failure(403),
    ERR_NO_API_KEY_FOUND: failure(404),
    ERR_API_KEY_NAME_TAKEN: failure(409),
    ERR_TOO_MANY_API_KEYS: failure(409),
    /** The connection's channel knows people by other names. */
    ERR_CHANNEL_NO_NUMBERS: failure(422),
  },
  logged: ['apiKey'],
  keyArea: 'messages',
  bridge: MESSAGES_API_METHODS,
} as const satisfies Feature;
