import type { Module } from '../../parts.ts';
import { botJobs } from './bot.jobs.ts';

export const botModule: Module = { jobs: botJobs };
