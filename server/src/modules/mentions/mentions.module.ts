import type { Module } from '../../parts.ts';
import { mentionRoutes } from './mentions.routes.ts';

export const mentionsModule: Module = { routes: [mentionRoutes] };
