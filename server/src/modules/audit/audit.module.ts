import type { Module } from '../../parts.ts';
import { auditCommands } from './audit.commands.ts';
import { auditRoutes } from './audit.routes.ts';

export const auditModule = { routes: [auditRoutes], commands: () => auditCommands } satisfies Module;
