import type { Module } from '../../parts.ts';
import { botJobs } from './bot.jobs.ts';
import { tryBotRoutes } from './try-bot.routes.ts';

export const botModule: Module = { routes: [tryBotRoutes], jobs: botJobs };
