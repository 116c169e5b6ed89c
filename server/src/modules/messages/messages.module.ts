import type { Module } from '../../parts.ts';
import { messageCommands } from './messages.commands.ts';
import { messageRoutes } from './messages.routes.ts';
import { messageEntity } from './messages.sync.ts';

export const messagesModule = {
  routes: [messageRoutes],
  entities: { message: messageEntity },
  commands: messageCommands,
} satisfies Module;
