import type { Commands } from '../../sync/commands.ts';
import { noteOpened } from './readings.service.ts';

export const auditCommands = {
  'audit.opened': (tx, actor, { ticketId }, at) => noteOpened(tx, actor, ticketId, new Date(at)),
} satisfies Partial<Commands>;
