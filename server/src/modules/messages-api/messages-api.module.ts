import type { Module } from '../../parts.ts';
import { messagesApiRoutes } from './messages-api.routes.ts';

export const messagesApiModule: Module = { routes: [messagesApiRoutes] };
