import type { Module } from '../../parts.ts';
import { botCommands } from './bot.commands.ts';
import { botJobs } from './bot.jobs.ts';
import { tryBotRoutes } from './try-bot.routes.ts';

export const botModule = { routes: [tryBotRoutes], jobs: botJobs, commands: botCommands } satisfies Module;
