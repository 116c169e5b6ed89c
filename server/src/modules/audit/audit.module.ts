import type { Module } from '../../parts.ts';
import { auditCommands } from './audit.commands.ts';
import { auditRoutes } from './audit.routes.ts';
import { auditExportRoutes } from './audit-export.routes.ts';

export const auditModule = {
  routes: [auditRoutes, auditExportRoutes],
  commands: () => auditCommands,
} satisfies Module;
