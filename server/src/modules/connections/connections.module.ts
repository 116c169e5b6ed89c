import type { Module } from '../../parts.ts';
import { connectionJobs } from './connections.jobs.ts';
import { connectionRoutes } from './connections.routes.ts';
import { connectionEntity } from './connections.sync.ts';

export const connectionsModule = {
  routes: [connectionRoutes],
  jobs: connectionJobs,
  entities: { connection: connectionEntity },
} satisfies Module;
