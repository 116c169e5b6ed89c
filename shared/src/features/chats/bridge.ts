import { z } from 'zod';
import { errorCode, id, uuid } from '../../contract/fields.ts';
import { typing } from '../../sync/ephemeral.ts';
import { outgoingFile } from '../composer/bridge.ts';
import { chatMutations } from './commands.ts';
import { chat, chatMessage } from './row.ts';

/** Chats among colleagues: the bridge's calls of what is read and said in them, with a network or without. */

const nothing = z.null();

/** This is a chat as the person sees it now, queued commands included. */
export const chatItem = chat.extend({
  /** What the person calls it: in a chat of two the other one's name. */
  name: z.string(),
  /** What the person has not seen. */
  unread: z.int(),
  /** Empty when nobody has said anything, or is left who has. */
  lastSenderName: z.string(),
});
export type ChatItem = z.output<typeof chatItem>;

/** The outbox's word about one's own message that the server does not have. */
const delivery = z.discriminatedUnion('state', [
  z.object({ state: z.literal('accepted') }),
  z.object({ state: z.literal('queued') }),
  /** It is tried again, or given up, by its place in the outbox. */
  z.object({
    state: z.literal('failed'),
    position: z.int(),
    code: errorCode,
  }),
]);

export const chatMessageItem = chatMessage.extend({
  delivery,
  mediaUrl: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
});
export type ChatMessageItem = z.output<typeof chatMessageItem>;

/** A message with the searched words. */
const chatHit = chatMessage
  .pick({ id: true, chatId: true, number: true, message: true, sender: true, createdAt: true })
  .extend({ chatUuid: uuid, chatName: z.string() });
export type ChatHit = z.output<typeof chatHit>;

/** What was begun in a chat and not sent. */
const keptChatDraft = z.object({ body: z.string(), files: z.array(uuid) });
export type KeptChatDraft = z.output<typeof keptChatDraft>;
const chatDraft = keptChatDraft.extend({ files: z.array(outgoingFile) });
export type ChatDraft = z.output<typeof chatDraft>;

/** Whose draft it is: after a change of person on this computer, a late one must not reach the next. */
const ofDraft = z.object({ chatId: id, userId: id });

export const CHAT_METHODS = {
  /** The one in which something was said last comes first. `unread` counts messages in all of them. */
  'chats.list': {
    input: z.object({ search: z.string().trim().max(200).default('') }),
    output: z.object({ chats: z.array(chatItem), unread: z.int(), hits: z.array(chatHit) }),
    shows: ['chat', 'chatMessage', 'user'],
  },
  /** Null: it is not there, or not for this person. */
  'chats.get': { input: z.object({ uuid }), output: chatItem.nullable(), shows: ['chat', 'user'] },
  /**
   * The newest messages, oldest first; the more the larger `limit` is. Loads missing ones from the server when there
   * is a connection: otherwise the answer is `incomplete`.
   */
  'chats.messages': {
    input: z.object({ chatId: id, limit: z.int().min(1).max(5_000) }),
    output: z.object({
      messages: z.array(chatMessageItem),
      /** Older ones exist. */
      hasMore: z.boolean(),
      incomplete: z.boolean(),
    }),
    shows: ['chat', 'chatMessage', 'user'],
  },
  'chats.draft': { input: ofDraft, output: chatDraft },
  /** The chats with a draft, for the mark in the list. */
  'chats.drafts': {
    input: nothing,
    output: z.array(z.object({ chatId: id, body: z.string(), files: z.int() })),
    shows: ['draft'],
  },
  'chats.keepDraft': { input: ofDraft.extend({ draft: keptChatDraft }), output: nothing },
  /**
   * `userId` is who writes: after a change of person on this computer it must not go out in the next one's name. `draft`
   * is what is left of the chat's draft then, both or neither; null: it stays as it is.
   */
  'chats.send': {
    input: chatMutations['chat.send'].args.extend({
      userId: id,
      draft: keptChatDraft.nullable().default(null),
    }),
    output: nothing,
  },
  'chats.edit': { input: chatMutations['chat.edit'].args, output: nothing },
  'chats.delete': { input: chatMutations['chat.delete'].args, output: nothing },
  /** An empty emoji takes the reaction back. */
  'chats.react': { input: chatMutations['chat.react'].args, output: nothing },
  'chats.read': { input: chatMutations['chat.read'].args, output: nothing },
  /** The chat in front of the person, who need not be told of what is said there; null: none. */
  'chats.look': { input: z.object({ chatId: id.nullable() }), output: nothing },
  /** The chat that is open and whether the person writes in it, which other members are shown. */
  'chats.presence': {
    input: z.object({ chat: z.object({ id, typing }).nullable() }),
    output: nothing,
  },
} as const;
