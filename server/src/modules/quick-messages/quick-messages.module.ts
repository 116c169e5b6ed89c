import type { Module } from '../../parts.ts';
import { quickMessageRoutes } from './quick-messages.routes.ts';
import { quickMessageEntity } from './quick-messages.sync.ts';

export const quickMessagesModule = {
  routes: [quickMessageRoutes],
  entities: { quickMessage: quickMessageEntity },
} satisfies Module;
