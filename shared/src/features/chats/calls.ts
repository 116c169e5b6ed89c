import { z } from 'zod';
import { MAX_CHAT_MEMBERS, MESSAGE_MAX_CHARS, TITLE } from '../../constants.ts';
import { route } from '../../contract/call.ts';
import { id, idText, newMessageId, pageNumber, searchParam, uuid } from '../../contract/fields.ts';
import { chatMutations, chatWords } from './commands.ts';
import { chat, chatMessage } from './row.ts';

/** Chats among colleagues. Only members see one: for everybody else, admins too, it is not there. */

export type ChatView = z.output<typeof chat>;

const params = z.object({ chatId: idText });
const ofMessage = params.extend({ chatMessageId: uuid });
const plan = 'useInternalChat';

/** What changes a message that was said. */
const CHANGING = ['ERR_NO_CHAT_FOUND', 'ERR_NO_CHAT_MESSAGE_FOUND', 'ERR_NO_PERMISSION'] as const;

/** Whoever makes it is a member in any case. */
const fields = z.object({
  title: z.string().trim().min(TITLE.min).max(TITLE.max),
  users: z
    .array(z.object({ id, name: z.string().max(TITLE.max).optional() }))
    .min(1)
    .max(MAX_CHAT_MEMBERS),
});

/** The one in which something was said last comes first. */
export const listChats = route({
  method: 'GET',
  path: '/chats',
  access: 'session',
  plan,
  query: z.object({ searchParam, pageNumber }),
  response: z.object({ records: z.array(chat), hasMore: z.boolean() }),
});

export const getChat = route({
  method: 'GET',
  path: '/chats/:chatUuid',
  access: 'session',
  plan,
  params: z.object({ chatUuid: uuid }),
  response: chat,
  errors: ['ERR_NO_CHAT_FOUND'],
});

export const createChat = route({
  method: 'POST',
  path: '/chats',
  access: 'session',
  screen: true,
  plan,
  body: fields,
  response: chat,
  status: 201,
  errors: ['ERR_NO_USER_FOUND'],
});

/** The chat of the caller and one colleague: made when there is none, and the same one for both ever after. */
export const openChatOfTwo = route({
  method: 'POST',
  path: '/chats/of-two',
  access: 'session',
  screen: true,
  plan,
  body: z.object({ userId: id }),
  response: chat,
  errors: ['ERR_NO_USER_FOUND'],
});

/** By its owner. Who is no longer named leaves; who is new reads everything that was said. */
export const updateChat = route({
  method: 'PUT',
  path: '/chats/:chatId',
  access: 'session',
  screen: true,
  plan,
  params,
  body: fields.partial(),
  response: chat,
  errors: ['ERR_NO_CHAT_FOUND', 'ERR_NO_PERMISSION', 'ERR_NO_USER_FOUND', 'ERR_CHAT_OF_TWO'],
});

/** By its owner, with all that was said in it. */
export const deleteChat = route({
  method: 'DELETE',
  path: '/chats/:chatId',
  access: 'session',
  screen: true,
  plan,
  params,
  status: 204,
  errors: ['ERR_NO_CHAT_FOUND', 'ERR_NO_PERMISSION'],
});

/** What was said stays. The owner is followed by the one who has been there longest; nobody is left: it is deleted. */
export const leaveChat = route({
  method: 'POST',
  path: '/chats/:chatId/leave',
  access: 'session',
  screen: true,
  plan,
  params,
  status: 204,
  errors: ['ERR_NO_CHAT_FOUND', 'ERR_CHAT_OF_TWO'],
});

/** Pages count from the newest message; within a page the oldest is first. `before`: those before this number. */
export const listChatMessages = route({
  method: 'GET',
  path: '/chats/:chatId/messages',
  access: 'session',
  plan,
  params,
  query: z.object({ pageNumber, before: idText.optional() }),
  response: z.object({ records: z.array(chatMessage), hasMore: z.boolean() }),
  errors: ['ERR_NO_CHAT_FOUND'],
});

/** The id may be made by the caller, a UUIDv7, who may then repeat the call. */
export const sendChatMessage = route({
  method: 'POST',
  path: '/chats/:chatId/messages',
  access: 'session',
  plan,
  params,
  body: chatWords
    .omit({ body: true })
    .extend({ id: newMessageId.optional(), message: z.string().max(MESSAGE_MAX_CHARS).default('') }),
  response: chatMessage,
  status: 201,
  errors: [
    'ERR_NO_CHAT_FOUND',
    'ERR_NO_TICKET_FOUND',
    'ERR_NO_MEDIA_FOUND',
    'ERR_MEDIA_NOT_READY',
    'ERR_IDEMPOTENCY_KEY_REUSED',
  ],
});

/** One's own words, at any time. */
export const editChatMessage = route({
  method: 'PUT',
  path: '/chats/:chatId/messages/:chatMessageId',
  access: 'session',
  plan,
  params: ofMessage,
  body: z.object({
    message: chatMutations['chat.edit'].args.shape.body,
    mentionedIds: chatMutations['chat.edit'].args.shape.mentionedIds,
  }),
  response: chatMessage,
  errors: CHANGING,
});

/** One's own message, at any time: it stays as one that is deleted. */
export const deleteChatMessage = route({
  method: 'DELETE',
  path: '/chats/:chatId/messages/:chatMessageId',
  access: 'session',
  plan,
  params: ofMessage,
  status: 204,
  errors: CHANGING,
});

/** Sets the caller's reaction to a message; an empty emoji takes it back. */
export const reactToChatMessage = route({
  method: 'PUT',
  path: '/chats/:chatId/messages/:chatMessageId/reaction',
  access: 'session',
  plan,
  params: ofMessage,
  body: chatMutations['chat.react'].args.pick({ emoji: true }),
  response: chatMessage,
  errors: ['ERR_NO_CHAT_FOUND', 'ERR_NO_CHAT_MESSAGE_FOUND'],
});

/** The caller has seen all of it, whoever is named. */
export const readChat = route({
  method: 'POST',
  path: '/chats/:chatId/read',
  access: 'session',
  plan,
  params,
  body: z.object({ userId: id.nullish() }).prefault({}),
  status: 204,
  errors: ['ERR_NO_CHAT_FOUND'],
});
