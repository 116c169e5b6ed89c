import { z } from 'zod';
import { MESSAGE_MAX_CHARS } from '../../constants.ts';
import { uuid } from '../../contract/fields.ts';
import { API_FILES_MAX, API_STATES } from './rules.ts';

/** The screen's trial of what programs do. */
export const MESSAGES_API_METHODS = {
  /**
   * Makes the very call that a program would make, with that token and none of the person's: words, or files that were
   * handed over to this console. Throws the server's codes.
   */
  'messagesApi.try': {
    input: z.object({
      token: z.string().trim().min(1).max(200),
      number: z.string().trim().min(1).max(50),
      body: z.string().max(MESSAGE_MAX_CHARS).nullable(),
      mediaIds: z.array(uuid).max(API_FILES_MAX),
    }),
    output: z.object({ id: uuid, state: z.enum(API_STATES) }),
  },
} as const;
