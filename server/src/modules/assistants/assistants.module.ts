import type { Module } from '../../parts.ts';
import { assistantRoutes } from './assistants.routes.ts';

export const assistantsModule = { routes: [assistantRoutes] } satisfies Module;
