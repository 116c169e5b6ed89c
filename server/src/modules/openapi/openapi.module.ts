import type { Module } from '../../parts.ts';
import { openApiRoutes } from './openapi.routes.ts';

export const openApiModule: Module = { routes: [openApiRoutes] };
