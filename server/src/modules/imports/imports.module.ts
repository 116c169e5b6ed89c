import type { Module } from '../../parts.ts';
import { contactImports } from './imports.jobs.ts';
import { contactImportRoutes, listImportRoutes } from './imports.routes.ts';

export const importsModule: Module = {
  routes: [
    // Its job has a poke, so that what somebody starts begins at once.
    (app, parts) => {
      const poke = app.jobs.add(contactImports(parts));
      contactImportRoutes(app, { ...parts, poke });
      listImportRoutes(app, { ...parts, poke });
    },
  ],
};
