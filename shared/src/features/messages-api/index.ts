import { type Feature, failure } from '../../contract/feature.ts';

export const messagesApi = {
  errors: {
    /** Of a program, not of a person: no session ends by it. */
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
} as const satisfies Feature;
