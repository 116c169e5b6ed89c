import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { errorCode, instant } from '../../contract/fields.ts';
import { GATEWAYS } from '../invoices/rules.ts';

/** Who takes the payments of companies for the operator. */

const paymentGateway = z.object({
  gateway: z.enum(GATEWAYS),
  /** Efí's account to try out with, where no money moves. */
  isSandbox: z.boolean(),
  /** Efí's Client ID. */
  account: z.string(),
  /** What is sealed never leaves: it is there, or it is not. */
  hasClientSecret: z.boolean(),
  /** The certificate's last moment; null: there is none. */
  certificateUntil: instant.nullable(),
  /** Efí tells this server at once of what is paid; else the server asks, every few seconds at first. */
  isTold: z.boolean(),
});
export type PaymentGateway = z.output<typeof paymentGateway>;

/** So long before its end a certificate is told of: long enough to make another one. */
export const ENDS_SOON_MS = 30 * 86_400_000;

const common = { access: 'payments:manage', screen: true, rows: 'system' } as const;

export const getPaymentGateway = route({
  ...common,
  method: 'GET',
  path: '/payment-gateway',
  response: paymentGateway,
});

/** The largest certificate with its key and all who vouch for it, in characters of base64. */
const MAX_FILE = 64 * 1024;
const word = z.string().trim().max(200);

/** What is absent stays as it is. */
export const savePaymentGateway = route({
  ...common,
  method: 'PUT',
  path: '/payment-gateway',
  waitsFor: 'outside',
  body: z
    .object({
      account: word,
      gateway: z.enum(GATEWAYS),
      isSandbox: z.boolean(),
      clientSecret: word,
      /** The file that Efí gives, `.p12` or `.pem`, as base64. */
      certificate: z.base64().min(1).max(MAX_FILE),
    })
    .partial(),
  response: paymentGateway,
  errors: ['ERR_PAYMENT_CERTIFICATE', 'ERR_PAYMENT_CERTIFICATE_EXPIRED'],
});

/** Asks the gateway, as it is saved, whether it lets us in; whatever comes of it is an answer. */
export const testPaymentGateway = route({
  ...common,
  method: 'POST',
  path: '/payment-gateway/test',
  waitsFor: 'outside',
  reads: true,
  response: z.object({ ok: z.boolean(), error: errorCode.nullable() }),
});

/**
 * Efí tells what was paid. Nothing of it is believed: whatever it names is looked up at Efí. The address has a secret,
 * because behind a plain proxy nobody sees Efí's certificate.
 */
export const hearOfPayments = route({
  method: 'POST',
  path: '/payment-notices/efi',
  access: 'public',
  waitsFor: 'outside',
  rows: 'system',
  query: z.object({ hmac: z.string().max(200) }),
  body: z.looseObject({
    /** None when Efí tries the address out. */
    pix: z
      .array(z.looseObject({ txid: z.string().max(35).optional() }))
      .max(1_000)
      .default([]),
  }),
  response: z.object({}),
  errors: ['ERR_NO_PERMISSION'],
});
