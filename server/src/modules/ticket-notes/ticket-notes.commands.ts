import type { Commands } from '../../sync/commands.ts';
import type { TicketNotesService } from './ticket-notes.service.ts';

export const noteCommands = ({ notes }: { notes: TicketNotesService }) =>
  ({ 'note.add': notes.add }) satisfies Partial<Commands>;
