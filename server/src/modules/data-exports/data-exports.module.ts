import type { Module } from '../../parts.ts';
import { endedExports, makeExports } from './data-exports.jobs.ts';
import { dataExportRoutes } from './data-exports.routes.ts';

export const dataExportsModule = {
  routes: [dataExportRoutes],
  jobs: (parts) => [makeExports(parts), endedExports(parts)],
} satisfies Module;
