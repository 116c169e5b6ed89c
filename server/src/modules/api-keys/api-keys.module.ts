import type { Module } from '../../parts.ts';
import { apiKeyRoutes } from './api-keys.routes.ts';

export const apiKeysModule: Module = { routes: [apiKeyRoutes] };
