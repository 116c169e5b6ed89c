import type { Module } from '../../parts.ts';
import { planRoutes } from './plans.routes.ts';

export const plansModule: Module = { routes: [planRoutes] };
