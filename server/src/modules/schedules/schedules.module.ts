import type { Module } from '../../parts.ts';
import { scheduledMessages } from './scheduled-sending.ts';
import { scheduleCommands } from './schedules.commands.ts';
import { scheduleRoutes } from './schedules.routes.ts';
import { scheduleEntity } from './schedules.sync.ts';

export const schedulesModule = {
  routes: [scheduleRoutes],
  jobs: (parts) => [scheduledMessages(parts)],
  entities: { schedule: scheduleEntity },
  commands: () => scheduleCommands,
} satisfies Module;
