import type { Module } from '../../parts.ts';
import { nights } from './nights.job.ts';
import { retentionRoutes } from './retention.routes.ts';

export const retentionModule = {
  routes: [retentionRoutes],
  jobs: (parts) => [nights(parts)],
} satisfies Module;
