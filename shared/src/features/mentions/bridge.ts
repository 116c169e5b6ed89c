import { z } from 'zod';
import { uuid } from '../../contract/fields.ts';
import { mention } from './row.ts';

/** Where colleagues have named this person: the bridge's calls of the inbox. */

/** This is a mention as the person sees it now, queued commands included. */
export const mentionItem = mention.extend({
  /** The author's; empty when nobody is left who has it. */
  authorName: z.string(),
});
export type MentionItem = z.output<typeof mentionItem>;

export const MENTION_METHODS = {
  /** The newest ones. `unread` counts all. */
  'mentions.list': {
    input: z.object({ limit: z.int().min(1).max(200) }),
    output: z.object({ mentions: z.array(mentionItem), unread: z.int() }),
    shows: ['mention', 'contact', 'user', 'outbox'],
  },
  /** The person has seen this message; null: all of them. */
  'mentions.read': { input: z.object({ messageId: uuid.nullable() }), output: z.null() },
} as const;
