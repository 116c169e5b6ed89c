import type { Module } from '../../parts.ts';
import { returns } from './snooze.service.ts';
import { ticketCommands } from './tickets.commands.ts';
import { ticketRoutes } from './tickets.routes.ts';

export const ticketsModule = {
  routes: [ticketRoutes],
  jobs: ({ db }) => [returns({ db })],
  commands: ticketCommands,
} satisfies Module;
