import type { Module } from '../../parts.ts';
import { ticketRoutes } from './tickets.routes.ts';

export const ticketsModule: Module = { routes: [ticketRoutes] };
