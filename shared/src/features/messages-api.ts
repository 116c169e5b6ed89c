import { type Feature, failure } from './feature.ts';

export const messagesApi = {
  errors: {
    /** Of a program, not of a person: no session ends by it. */
    ERR_API_TOKEN: failure(401),
    /** The connection's channel knows people by other names. */
    ERR_CHANNEL_NO_NUMBERS: failure(422),
  },
  logged: [],
} as const satisfies Feature;
