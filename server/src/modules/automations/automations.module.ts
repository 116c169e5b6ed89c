import type { Module } from '../../parts.ts';
import { automationRoutes } from './automations.routes.ts';
import { automationEntity } from './automations.sync.ts';
import { automationClocks } from './clocks.jobs.ts';
import { sortCalls } from './sort-calls.ts';

export const automationsModule = {
  routes: [automationRoutes],
  jobs: (parts) => [automationClocks(parts)],
  calls: (parts) => [sortCalls(parts)],
  entities: { automation: automationEntity },
} satisfies Module;
