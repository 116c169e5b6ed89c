import type { Module } from '../../parts.ts';
import { chatCommands } from './chats.commands.ts';
import { chatRoutes } from './chats.routes.ts';
import { chatEntity, chatMessageEntity } from './chats.sync.ts';

export const chatsModule = {
  routes: [chatRoutes],
  entities: { chat: chatEntity, chatMessage: chatMessageEntity },
  commands: () => chatCommands,
} satisfies Module;
