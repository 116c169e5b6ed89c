import type { Module } from '../../parts.ts';
import { dashboardCounters, dashboardRebuilds } from './dashboard.jobs.ts';
import { dashboardRoutes } from './dashboard.routes.ts';

export const dashboardModule: Module = {
  routes: [dashboardRoutes],
  jobs: (parts) => [dashboardCounters(parts), dashboardRebuilds(parts)],
};
