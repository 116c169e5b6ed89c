import type { Module } from '../../parts.ts';
import { fileListRoutes } from './file-lists.routes.ts';
import { fileListEntity } from './file-lists.sync.ts';

export const fileListsModule = {
  routes: [fileListRoutes],
  entities: { fileList: fileListEntity },
} satisfies Module;
