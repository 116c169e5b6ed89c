import type { Module } from '../../parts.ts';
import { queueIntegrationRoutes } from './queue-integrations.routes.ts';

export const queueIntegrationsModule: Module = { routes: [queueIntegrationRoutes] };
