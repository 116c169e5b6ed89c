import { type Feature, failure } from './feature.ts';

export const invoices = {
  errors: {
    ERR_NO_INVOICE_FOUND: failure(404),
    ERR_INVOICE_PAID: failure(409),
    ERR_INVOICE_CANCELED: failure(409),
    /** The operator has named no account that payments go to. */
    ERR_PAYMENT_NOT_SET_UP: failure(409),
    /** The service that takes payments refuses, or does not answer. */
    ERR_PAYMENT_GATEWAY: failure(502, true),
    /** It was altered, has expired, or its invoice is gone. */
    ERR_INVOICE_LINK_INVALID: failure(422),
  },
  logged: ['invoice', 'paymentSettings', 'reminderSettings'],
} as const satisfies Feature;
