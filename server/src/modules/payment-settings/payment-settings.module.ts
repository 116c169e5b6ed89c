import type { Module } from '../../parts.ts';
import { paymentSettingsRoutes } from './payment-settings.routes.ts';

export const paymentSettingsModule: Module = { routes: [paymentSettingsRoutes] };
