import type { Module } from '../../parts.ts';
import { settingRoutes } from './settings.routes.ts';
import { settingEntity } from './settings.sync.ts';

export const settingsModule = {
  routes: [settingRoutes],
  entities: { setting: settingEntity },
} satisfies Module;
