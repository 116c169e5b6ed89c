import type { Module } from '../../parts.ts';
import { mailReports } from './mail-reports.job.ts';
import { reportRoutes } from './reports.routes.ts';

export const reportsModule = {
  routes: [reportRoutes],
  jobs: (parts) => [mailReports(parts)],
} satisfies Module;
