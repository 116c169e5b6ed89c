import { type Feature, failure } from '../../contract/feature.ts';

export const chats = {
  errors: {
    /** Also what those get who are no members of it. */
    ERR_NO_CHAT_FOUND: failure(404),
    ERR_NO_CHAT_MESSAGE_FOUND: failure(404),
    /** Its members and its title are what it is: it cannot be changed or left. */
    ERR_CHAT_OF_TWO: failure(409),
  },
  logged: ['chat'],
} as const satisfies Feature;
