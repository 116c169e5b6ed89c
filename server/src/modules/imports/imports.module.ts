import type { Module } from '../../parts.ts';
import { contactImports } from './imports.jobs.ts';
import { contactImportRoutes } from './imports.routes.ts';

export const importsModule: Module = {
  routes: [
    // Its job has a poke, so that what somebody starts begins at once.
    (app, parts) => contactImportRoutes(app, { ...parts, poke: app.jobs.add(contactImports(parts)) }),
  ],
};
