import { z } from 'zod';
import { id } from '../contract/fields.ts';

/**
 * Short-lived news of one conversation, in frames `eph`: who writes and who looks on. Nothing is stored, anything may be
 * lost, and only users who look at a ticket or a chat and may see it receive its events. Unknown topics are ignored.
 */
export const TYPING_STATES = ['composing', 'recording', 'paused'] as const;
export type TypingState = (typeof TYPING_STATES)[number];

/** What somebody who writes does now; null: he does not write. */
export const typing = z.enum(['composing', 'recording']).nullable();
export type Typing = z.output<typeof typing>;

export const ephemeral = z.discriminatedUnion('topic', [
  /** `userId` null: the customer. It ends by `paused`, by a message, or without a repetition for `TYPING_MS`. */
  z.object({
    topic: z.literal('typing'),
    data: z.object({ ticketId: id, userId: id.nullable(), state: z.enum(TYPING_STATES) }),
  }),
  /** Everybody who has the conversation open, the reader himself included; each time all of them. */
  z.object({ topic: z.literal('viewing'), data: z.object({ ticketId: id, userIds: z.array(id) }) }),
  /** A colleague in a chat; it ends as in a conversation. */
  z.object({
    topic: z.literal('chat-typing'),
    data: z.object({ chatId: id, userId: id, state: z.enum(TYPING_STATES) }),
  }),
]);
export type Ephemeral = z.output<typeof ephemeral>;

/** A console whose agent is typing repeats it before this is over. */
export const TYPING_MS = 8_000;
export const TYPING_REPEAT_MS = 4_000;
/** A console whose agent looks on repeats it before three of these are over. */
export const VIEWING_REPEAT_MS = 20_000;
