import type { Module } from '../../parts.ts';
import { auditRoutes } from './audit.routes.ts';

export const auditModule: Module = { routes: [auditRoutes] };
