import type { Module } from '../../parts.ts';
import { returns } from './snooze.service.ts';
import { ticketRoutes } from './tickets.routes.ts';

export const ticketsModule: Module = { routes: [ticketRoutes], jobs: ({ db }) => [returns({ db })] };
