import type { Module } from '../../parts.ts';
import { banRiskRoutes } from './ban-risk.routes.ts';

export const banRiskModule: Module = { routes: [banRiskRoutes] };
