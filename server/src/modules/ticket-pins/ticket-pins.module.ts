import type { Module } from '../../parts.ts';
import { ticketPinCommands } from './ticket-pins.commands.ts';
import { ticketPinRoutes } from './ticket-pins.routes.ts';
import { pinEntity } from './ticket-pins.sync.ts';

export const ticketPinsModule = {
  routes: [ticketPinRoutes],
  entities: { pin: pinEntity },
  commands: () => ticketPinCommands,
} satisfies Module;
