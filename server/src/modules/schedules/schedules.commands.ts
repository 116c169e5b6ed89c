import type { Commands } from '../../sync/commands.ts';
import * as schedules from './schedules.service.ts';

export const scheduleCommands = {
  'schedule.create': (tx, actor, args) => schedules.create(tx, actor, args),
  'schedule.update': (tx, actor, { id, ...change }) => schedules.update(tx, actor, id, change),
  'schedule.cancel': (tx, actor, args) => schedules.cancel(tx, actor, args),
} satisfies Partial<Commands>;
