import type { Module } from '../../parts.ts';
import { queueOptionRoutes } from './queue-options.routes.ts';
import { queueRoutes } from './queues.routes.ts';
import { queueEntity } from './queues.sync.ts';

export const queuesModule = {
  routes: [queueRoutes, queueOptionRoutes],
  entities: { queue: queueEntity },
} satisfies Module;
