import type { Commands } from '../../sync/commands.ts';
import { setPinned } from './ticket-pins.service.ts';

export const ticketPinCommands = {
  'ticket.pin': (tx, actor, { ticketId, pinned }) => setPinned(tx, actor, ticketId, pinned),
} satisfies Partial<Commands>;
