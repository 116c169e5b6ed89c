import { pageFacts } from '@balcao/shared/features/web-chat/protocol.ts';
import { z } from 'zod';

/**
 * What a process that holds lines of visitors leaves for the one that holds the session of their chat, in
 * `channel_notices`. It says nothing that was not proven or bounded before.
 */

/** The names that the visitor is known by, the one to write to first; as their identities have them. */
const people = z.array(z.string().min(1).max(300)).min(1).max(2);

const file = z.object({
  /** Where the storage has it. */
  path: z.string(),
  mime: z.string(),
  name: z.string(),
  size: z.int().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  seconds: z.int().nullable(),
  voice: z.boolean(),
});

const message = z.object({
  kind: z.literal('message'),
  people,
  id: z.string(),
  /** Empty: nobody has said it. */
  name: z.string(),
  /** What a visitor without a name is called. */
  otherName: z.string(),
  text: z.string(),
  file: file.nullable(),
  tap: z.string().nullable(),
  quoted: z.string().nullable(),
  /** The page where it was said, with what led there; null: the visitor is known already. */
  page: pageFacts.nullable(),
});

const tick = z.object({
  kind: z.literal('tick'),
  people,
  ids: z.array(z.string()),
  status: z.enum(['delivered', 'read']),
});

/** All names are of one person. */
const linked = z.object({ kind: z.literal('linked'), people });

export const visitorNotice = z.discriminatedUnion('kind', [message, tick, linked]);
export type VisitorNotice = z.output<typeof visitorNotice>;
