import type { Module } from '../../parts.ts';
import { settingRoutes } from './settings.routes.ts';

export const settingsModule: Module = { routes: [settingRoutes] };
