import type { Module } from '../../parts.ts';
import { connectionJobs } from './connections.jobs.ts';
import { connectionRoutes } from './connections.routes.ts';

export const connectionsModule: Module = { routes: [connectionRoutes], jobs: connectionJobs };
