import type { Module } from '../../parts.ts';
import { kanbanRoutes } from './kanban.routes.ts';

export const kanbanModule: Module = { routes: [kanbanRoutes] };
