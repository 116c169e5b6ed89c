import type { Module } from '../../parts.ts';
import { updateRoutes } from './updates.routes.ts';

export const updatesModule: Module = { routes: [updateRoutes] };
