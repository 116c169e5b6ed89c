import type { Module } from '../../parts.ts';
import { ticketViewRoutes } from './ticket-views.routes.ts';
import { ticketViewEntity } from './ticket-views.sync.ts';

export const ticketViewsModule = {
  routes: [ticketViewRoutes],
  entities: { ticketView: ticketViewEntity },
} satisfies Module;
