import type { Module } from '../../parts.ts';
import { fileListRoutes } from './file-lists.routes.ts';

export const fileListsModule: Module = { routes: [fileListRoutes] };
