import { z } from 'zod';
import { id, uuid } from '../../contract/fields.ts';
import { method, nothing } from '../../contract/method.ts';
import { MESSAGE_MAX_CHARS } from '../messages/limits.ts';

export const NOTE_METHODS = {
  /** A private note in the conversation. */
  'notes.add': method(
    z.object({
      id: uuid,
      ticketId: id,
      userId: id,
      body: z.string().trim().min(1).max(MESSAGE_MAX_CHARS),
    }),
    nothing,
  ),
} as const;
