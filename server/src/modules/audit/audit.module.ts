import type { Module } from '../../parts.ts';
import { auditRoutes } from './audit.routes.ts';

export const auditModule = { routes: [auditRoutes] } satisfies Module;
