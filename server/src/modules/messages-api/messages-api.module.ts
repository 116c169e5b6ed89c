import type { Module } from '../../parts.ts';
import { proveConnectionToken } from './connection-tokens.service.ts';
import { messagesApiRoutes } from './messages-api.routes.ts';

export const messagesApiModule = {
  routes: [messagesApiRoutes],
  grants: { connectionToken: proveConnectionToken },
} satisfies Module;
