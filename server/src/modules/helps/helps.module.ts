import type { Module } from '../../parts.ts';
import { helpRoutes } from './helps.routes.ts';

export const helpsModule: Module = { routes: [helpRoutes] };
