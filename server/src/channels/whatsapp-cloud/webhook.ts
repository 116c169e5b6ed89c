import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Webhook } from '../../platform/webhook.ts';

/** Meta signs every byte of a call with the app's secret. */
export const cloudWebhook: Webhook = {
  isGenuine(credentials, { headers, body }) {
    if (!('appSecret' in credentials)) return false;
    const [, hex = ''] = /^sha256=([\da-f]{64})$/i.exec(String(headers['x-hub-signature-256'])) ?? [];
    const given = Buffer.from(hex, 'hex');
    const real = createHmac('sha256', credentials.appSecret).update(body).digest();
    return given.length === real.length && timingSafeEqual(given, real);
  },
};
