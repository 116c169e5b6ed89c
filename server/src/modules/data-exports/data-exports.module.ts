import type { Module } from '../../parts.ts';
import { endedExports, makeExports } from './data-exports.jobs.ts';
import { dataExportRoutes } from './data-exports.routes.ts';

export const dataExportsModule = {
  routes: [
    // Its job has a poke, so that what somebody asks for begins at once.
    (app, parts) => dataExportRoutes(app, { ...parts, poke: app.jobs.add(makeExports(parts)) }),
  ],
  jobs: (parts) => [endedExports(parts)],
} satisfies Module;
