import { type Feature, failure } from './feature.ts';

export const messagesApi = {
  errors: {
    /** Of a program, not of a person: no session ends by it. */
    ERR_API_TOKEN: failure(401),
  },
  logged: [],
} as const satisfies Feature;
