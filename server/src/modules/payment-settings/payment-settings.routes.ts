import * as contracts from '@balcao/shared/features/invoices/calls.ts';
import type { FastifyInstance } from 'fastify';
import { register } from '../../platform/http/route.ts';
import { readPaymentSettings, savePaymentSettings } from './payment-settings.service.ts';

export function paymentSettingsRoutes(app: FastifyInstance): void {
  register(app, contracts.getPaymentSettings, (_input, { tx }) => readPaymentSettings(tx));
  register(app, contracts.savePaymentSettings, ({ body }, { tx, actor }) =>
    savePaymentSettings(tx, actor, body),
  );
}
