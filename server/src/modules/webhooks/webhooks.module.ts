import type { Module } from '../../parts.ts';
import { webhookCalls } from './tell-webhook.ts';
import { webhookRoutes } from './webhooks.routes.ts';
import { webhookEntity } from './webhooks.sync.ts';

export const webhooksModule = {
  routes: [webhookRoutes],
  calls: (parts) => [webhookCalls(parts)],
  entities: { webhook: webhookEntity },
} satisfies Module;
