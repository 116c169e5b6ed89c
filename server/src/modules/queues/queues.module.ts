import type { Module } from '../../parts.ts';
import { queueOptionRoutes } from './queue-options.routes.ts';
import { queueRoutes } from './queues.routes.ts';

export const queuesModule: Module = { routes: [queueRoutes, queueOptionRoutes] };
