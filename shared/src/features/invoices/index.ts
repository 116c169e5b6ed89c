import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';
import * as row from './row.ts';

export const invoices = {
  errors: {
    ERR_NO_INVOICE_FOUND: failure(404),
    ERR_INVOICE_PAID: failure(409),
    ERR_INVOICE_CANCELED: failure(409),
    /** The operator has named no account that payments go to. */
    ERR_PAYMENT_NOT_SET_UP: failure(409),
    /** Pix moves no other money than reais. */
    ERR_PAYMENT_CURRENCY: failure(409),
    /** The operator's certificate at the gateway has expired: only the operator can help. */
    ERR_PAYMENT_CLOSED: failure(409),
    /** The service that takes payments refuses, or does not answer. */
    ERR_PAYMENT_GATEWAY: failure(502, true),
    /** It was altered, has expired, or its invoice is gone. */
    ERR_INVOICE_LINK_INVALID: failure(422),
    /** A file that is no certificate with its key. */
    ERR_PAYMENT_CERTIFICATE: failure(422),
    ERR_PAYMENT_CERTIFICATE_EXPIRED: failure(422),
    /** The gateway does not let the operator's account in. */
    ERR_PAYMENT_REFUSED: failure(502),
    ERR_PAYMENT_NONSENSE: failure(502),
    ERR_PAYMENT_NO_ANSWER: failure(502, true),
    /** The gateway lets us in, and does not get through to this server. */
    ERR_PAYMENT_NOT_REACHED: failure(502),
  },
  logged: ['invoice', 'paymentSettings', 'paymentGateway', 'reminderSettings'],
  rows: [row.invoiceRow],
  models: row,
  keyArea: 'subscription',
} as const satisfies Feature;
