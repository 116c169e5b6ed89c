import type { Module } from '../../parts.ts';
import { deadlineCalendars, deadlineTurns } from './deadlines.jobs.ts';
import { deadlineRoutes } from './deadlines.routes.ts';
import { deadlinePolicyEntity } from './deadlines.sync.ts';

export const deadlinesModule = {
  routes: [deadlineRoutes],
  jobs: (parts) => [deadlineTurns(parts), deadlineCalendars(parts)],
  entities: { deadlinePolicy: deadlinePolicyEntity },
} satisfies Module;
