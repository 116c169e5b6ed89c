import type { Module } from '../../parts.ts';
import { assignments, overflowing } from './assignment.jobs.ts';
import { assignmentRoutes } from './assignment.routes.ts';

export const assignmentModule = {
  routes: [assignmentRoutes],
  jobs: (parts) => [assignments(parts), overflowing(parts)],
} satisfies Module;
