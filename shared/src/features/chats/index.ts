import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';
import { CHAT_METHODS } from './bridge.ts';
import { chatMutations } from './commands.ts';
import * as row from './row.ts';

export const chats = {
  errors: {
    /** Whoever is no member of it gets the same. */
    ERR_NO_CHAT_FOUND: failure(404),
    ERR_NO_CHAT_MESSAGE_FOUND: failure(404),
    /** Its members and its title are what it is: it cannot be changed or left. */
    ERR_CHAT_OF_TWO: failure(409),
  },
  logged: ['chat'],
  rows: [row.chatRow, row.chatMessageRow],
  models: row,
  commands: chatMutations,
  bridge: CHAT_METHODS,
} as const satisfies Feature;
