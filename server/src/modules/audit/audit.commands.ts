import type { Commands } from '../../sync/commands.ts';
import { noteOpened, noteSought } from './readings.service.ts';

export const auditCommands = {
  'audit.opened': (tx, actor, { ticketId }, at) => noteOpened(tx, actor, ticketId, new Date(at)),
  'audit.sought': (tx, actor, { document }, at) => noteSought(tx, actor, document, new Date(at)),
} satisfies Partial<Commands>;
