import type { Module } from '../../parts.ts';
import { ticketNoteRoutes } from './ticket-notes.routes.ts';

export const ticketNotesModule: Module = { routes: [ticketNoteRoutes] };
