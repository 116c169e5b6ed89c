import type { Module } from '../../parts.ts';
import { systemRoutes } from './system.routes.ts';

export const systemModule: Module = { routes: [systemRoutes] };
