import type { Module } from '../../parts.ts';
import { messageRoutes } from './messages.routes.ts';

export const messagesModule: Module = { routes: [messageRoutes] };
