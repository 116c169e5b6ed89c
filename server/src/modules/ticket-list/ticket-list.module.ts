import type { Module } from '../../parts.ts';
import { ticketCardRoutes } from './ticket-cards.routes.ts';
import { ticketListRoutes } from './ticket-list.routes.ts';

export const ticketListModule: Module = { routes: [ticketListRoutes, ticketCardRoutes] };
