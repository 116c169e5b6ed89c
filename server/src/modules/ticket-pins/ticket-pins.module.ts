import type { Module } from '../../parts.ts';
import { ticketPinRoutes } from './ticket-pins.routes.ts';

export const ticketPinsModule: Module = { routes: [ticketPinRoutes] };
