import { z } from 'zod';
import { id, instant, uuid } from '../fields.ts';

/** Where colleagues name one another. */
export const MENTION_SOURCES = ['note'] as const;

/** That a colleague named somebody, as the inbox of the one who is meant shows it. Who may not see its ticket has no row. */
export const mention = z.object({
  id: uuid,
  source: z.enum(MENTION_SOURCES),
  /** Who is meant. */
  userId: id,
  /** Who wrote it. */
  authorId: id.nullable(),
  messageId: uuid,
  ticketId: id,
  ticketUuid: uuid,
  contact: z.object({ id, name: z.string() }),
  /** The beginning of what was written. */
  text: z.string(),
  /** When it was written: with `messageId` its place in the conversation. */
  createdAt: instant,
  readAt: instant.nullable(),
});
export type MentionRow = z.output<typeof mention>;
