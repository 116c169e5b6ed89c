import { z } from 'zod';
import { id } from '../contract/fields.ts';

/**
 * Live events, with the names that the public API fixes, for programs that are no consoles: the same websocket, the
 * same feed, plain records instead of a store. The first frame says which of the two the other side is: `hello` or
 * `subscribe`.
 */
export const LIVE_PROTOCOL = 1;

export const LIVE_LIMITS = {
  /** Conversations joined at a time. */
  chatBoxes: 50,
  /** Characters of a frame. */
  frameChars: 16 * 1024,
} as const;

const token = z.string().max(4096);
/** Opaque to the client. */
const cursor = z.string().max(100);

const subscribe = z.object({
  type: z.literal('subscribe'),
  protocol: z.int(),
  token,
  /** The last one that came with events; without, the stream begins now. */
  cursor: cursor.nullish(),
  /** Joined before the first event: joining later would miss the messages held back during a cut. */
  rooms: z
    .object({
      chatBoxes: z.array(id).max(LIVE_LIMITS.chatBoxes).default([]),
      notification: z.boolean().default(false),
    })
    .prefault({}),
});
export type SubscribeFrame = z.output<typeof subscribe>;

export const liveClientFrame = z.discriminatedUnion('type', [
  subscribe,
  /** The messages of one conversation. */
  z.object({ type: z.literal('joinChatBox'), ticketId: id }),
  z.object({ type: z.literal('leaveChatBox'), ticketId: id }),
  /** The messages of all tickets that the person sees. */
  z.object({ type: z.literal('joinNotification') }),
  /** The person is there, for the next five minutes, connected or not. */
  z.object({ type: z.literal('userStatus') }),
  z.object({ type: z.literal('auth'), token }),
  z.object({ type: z.literal('ping'), t: z.number() }),
]);
export type LiveClientFrame = z.output<typeof liveClientFrame>;
