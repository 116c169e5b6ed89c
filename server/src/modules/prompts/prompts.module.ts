import type { Module } from '../../parts.ts';
import { promptRoutes } from './prompts.routes.ts';
import { promptEntity } from './prompts.sync.ts';

export const promptsModule = { routes: [promptRoutes], entities: { prompt: promptEntity } } satisfies Module;
