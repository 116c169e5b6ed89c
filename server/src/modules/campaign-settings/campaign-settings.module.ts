import type { Module } from '../../parts.ts';
import { campaignSettingsRoutes } from './campaign-settings.routes.ts';

export const campaignSettingsModule: Module = { routes: [campaignSettingsRoutes] };
