import type { Module } from '../../parts.ts';
import { healthLooks } from './health-looks.job.ts';
import { systemRoutes } from './system.routes.ts';

export const systemModule = {
  routes: [systemRoutes],
  jobs: (parts) => [healthLooks(parts)],
} satisfies Module;
