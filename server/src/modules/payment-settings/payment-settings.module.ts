import type { Module } from '../../parts.ts';
import { paymentSettingsRoutes } from './payment-settings.routes.ts';

export const paymentSettingsModule = { routes: [paymentSettingsRoutes] } satisfies Module;
