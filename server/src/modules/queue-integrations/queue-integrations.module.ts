import type { Module } from '../../parts.ts';
import { queueIntegrationRoutes } from './queue-integrations.routes.ts';
import { queueIntegrationEntity } from './queue-integrations.sync.ts';

export const queueIntegrationsModule = {
  routes: [queueIntegrationRoutes],
  entities: { queueIntegration: queueIntegrationEntity },
} satisfies Module;
