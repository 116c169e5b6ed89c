import { z } from 'zod';
import { id } from '../fields.ts';
import type { EntityName } from './entities.ts';

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

/** Every event of a company. Chats, payments and contact lists have no entity yet: theirs are silent until they have. */
export const LIVE_EVENT_NAMES = [
  'whatsapp',
  'whatsappSession',
  'user',
  'queue',
  'contact',
  'ticket',
  'appMessage',
  'quick-message',
  'tag',
  'schedule',
  'auth',
  'chat',
  'payment',
  'ContactList',
  'ContactListItem',
] as const;
export type LiveEventName = (typeof LIVE_EVENT_NAMES)[number];

/** As programs hear it. */
export const liveEventName = (companyId: number, name: LiveEventName) =>
  `company-${companyId}-${name}` as const;

/** The one event that is the same for all companies; silent until there are announcements. */
export const ANNOUNCEMENT_EVENT = 'company-announcement';

/** What a change of an entity is called. */
export const LIVE_EVENTS: Record<EntityName, readonly LiveEventName[]> = {
  user: ['user'],
  queue: ['queue'],
  // One row says what a connection is and how its session is.
  connection: ['whatsapp', 'whatsappSession'],
  // The public API has no event for settings.
  setting: [],
  contact: ['contact'],
  ticket: ['ticket'],
  message: ['appMessage'],
  quickMessage: ['quick-message'],
  // The public API names none; told like the others.
  tag: ['tag'],
  schedule: ['schedule'],
};

export interface LiveEvent {
  event: ReturnType<typeof liveEventName> | typeof ANNOUNCEMENT_EVENT;
  /** An unknown record that is updated has come into view. */
  action: 'create' | 'update' | 'delete';
  /** As REST answers it; `{ id }` when it is gone or no longer visible. */
  record: object;
}

const token = z.string().max(4096);
/** Opaque to the client. */
const cursor = z.string().max(100);

const subscribe = z.object({
  type: z.literal('subscribe'),
  protocol: z.int(),
  token,
  /** The last one that came with events; without, the stream begins now. */
  cursor: cursor.nullish(),
  /** Joined before the first event: said later, the messages that a cut kept back would have gone by. */
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
