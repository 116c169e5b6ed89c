import type { Module } from '../../parts.ts';
import { webhookCalls } from './tell-webhook.ts';
import { webhookRoutes } from './webhooks.routes.ts';

export const webhooksModule: Module = {
  routes: [webhookRoutes],
  calls: (parts) => [webhookCalls(parts)],
};
