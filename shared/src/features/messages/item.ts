import { z } from 'zod';
import { CHANNELS } from '../connections/channel.ts';
import { message } from './row.ts';

/**
 * `delivery`: `queued` waits in this console, `failed` was refused and can be repeated, `accepted` is the server's
 * (its progress is `ack`). `mediaUrl` can be used as the source of an element, `thumbnailUrl` too: a small picture of a
 * picture, the picture itself where there is none.
 */
export const messageItem = message.extend({
  delivery: z.enum(['queued', 'accepted', 'failed']),
  /** The messenger that it came or goes by; null while its ticket is not in the cache. */
  channel: z.enum(CHANNELS).nullable(),
  mediaUrl: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  userName: z.string().nullable(),
});
export type MessageItem = z.output<typeof messageItem>;
