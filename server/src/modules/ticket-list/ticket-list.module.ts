import type { Module } from '../../parts.ts';
import { ticketCardRoutes } from './ticket-cards.routes.ts';
import { ticketListRoutes } from './ticket-list.routes.ts';
import { ticketEntity } from './ticket-list.sync.ts';

export const ticketListModule = {
  routes: [ticketListRoutes, ticketCardRoutes],
  entities: { ticket: ticketEntity },
} satisfies Module;
