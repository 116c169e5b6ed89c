import type { Module } from '../../parts.ts';
import { scheduledMessages } from './scheduled-sending.ts';
import { scheduleRoutes } from './schedules.routes.ts';

export const schedulesModule: Module = {
  routes: [scheduleRoutes],
  jobs: (parts) => [scheduledMessages(parts)],
};
