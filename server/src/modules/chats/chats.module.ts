import type { Module } from '../../parts.ts';
import { chatRoutes } from './chats.routes.ts';

export const chatsModule: Module = { routes: [chatRoutes] };
