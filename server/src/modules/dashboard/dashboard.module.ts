import type { Module } from '../../parts.ts';
import { dashboardCounters } from './dashboard.jobs.ts';
import { dashboardRoutes } from './dashboard.routes.ts';

export const dashboardModule: Module = {
  routes: [dashboardRoutes],
  jobs: (parts) => [dashboardCounters(parts)],
};
