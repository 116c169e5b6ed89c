import type { Module } from '../../parts.ts';
import { mediaRoutes } from './media.routes.ts';
import { removedFiles, unusedFiles } from './unused-files.ts';

export const mediaModule: Module = {
  routes: [mediaRoutes],
  jobs: (parts) => [unusedFiles(parts), removedFiles(parts)],
};
