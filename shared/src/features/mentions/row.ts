import { z } from 'zod';
import { id, instant, uuid } from '../../contract/fields.ts';

/** Where colleagues name one another. */
export const MENTION_SOURCES = ['note', 'chat'] as const;

/**
 * That a colleague named somebody, as the inbox of the one who is meant shows it. Who may not see its
 * ticket, or is no member of its chat, has no row.
 */
export const mention = z.object({
  id: uuid,
  source: z.enum(MENTION_SOURCES),
  /** Who is meant. */
  userId: id,
  /** Who wrote it. */
  authorId: id.nullable(),
  /** The note's, or that of what was said in the chat. */
  messageId: uuid,
  /** Those of a note; null in a chat. */
  ticketId: id.nullable(),
  ticketUuid: uuid.nullable(),
  contact: z.object({ id, name: z.string() }).nullable(),
  /** Null of a note. A chat of two has no title. */
  chat: z.object({ id, uuid, title: z.string() }).nullable(),
  /** The beginning of what was written. */
  text: z.string(),
  /** When it was written: with `messageId` its place in the conversation. */
  createdAt: instant,
  readAt: instant.nullable(),
});
export type MentionRow = z.output<typeof mention>;
