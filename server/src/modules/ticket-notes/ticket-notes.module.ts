import type { Module } from '../../parts.ts';
import { noteCommands } from './ticket-notes.commands.ts';
import { ticketNoteRoutes } from './ticket-notes.routes.ts';

export const ticketNotesModule = { routes: [ticketNoteRoutes], commands: noteCommands } satisfies Module;
