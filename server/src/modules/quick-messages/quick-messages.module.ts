import type { Module } from '../../parts.ts';
import { quickMessageRoutes } from './quick-messages.routes.ts';

export const quickMessagesModule: Module = { routes: [quickMessageRoutes] };
