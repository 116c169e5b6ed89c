import type { Module } from '../../parts.ts';
import { paymentGatewayRoutes } from './payment-gateway.routes.ts';

export const paymentGatewayModule: Module = { routes: [paymentGatewayRoutes] };
