import type { CommandWords } from '../../core/outbox/command-words.ts';

/** How the outbox tells of these commands. */
export const chatWords = {
  'chat.send': { contact: ({ chatId }, store) => store.chats.byId(chatId) },
  'chat.edit': { contact: ({ chatId }, store) => store.chats.byId(chatId) },
  'chat.delete': {
    text: ({ id }, store) => store.chats.message(id)?.message ?? '',
    contact: ({ chatId }, store) => store.chats.byId(chatId),
  },
  'chat.react': {
    text: ({ emoji }) => emoji,
    contact: ({ chatId }, store) => store.chats.byId(chatId),
  },
  'chat.read': { contact: ({ chatId }, store) => store.chats.byId(chatId) },
} satisfies Partial<CommandWords>;
