import type { Module } from '../../parts.ts';
import { promptRoutes } from './prompts.routes.ts';

export const promptsModule: Module = { routes: [promptRoutes] };
