import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { instant } from '../../contract/fields.ts';
import { CURRENCIES } from '../../money/currency.ts';
import { INVOICE_STATUSES } from '../invoices/row.ts';

/** One invoice for whoever has its link, who is often not who administers: what it is for, and its payment. */

const body = z.object({ token: z.string().min(1).max(200) });

const linkedInvoice = z.object({
  /** The number on the receipt. */
  id: z.int(),
  company: z.string(),
  receiver: z.string(),
  detail: z.string(),
  /** Cents. */
  value: z.int(),
  currency: z.enum(CURRENCIES),
  dueDate: z.iso.date(),
  status: z.enum(INVOICE_STATUSES),
  paidAt: instant.nullable(),
});
export type LinkedInvoice = z.output<typeof linkedInvoice>;

/** A link that was altered, has expired, or whose invoice is gone is answered alike. */
export const openInvoiceLink = route({
  method: 'POST',
  path: '/pay/invoice',
  access: 'public',
  rows: 'system',
  reads: true,
  body,
  response: linkedInvoice,
  errors: ['ERR_INVOICE_LINK_INVALID', 'ERR_TOO_MANY_REQUESTS'],
});

/** Its Pix code, as `POST /subscription` makes it, and as a drawing for pages that have no means to draw. */
export const payInvoiceLink = route({
  method: 'POST',
  path: '/pay/charge',
  access: 'public',
  waitsFor: 'outside',
  rows: 'system',
  body,
  response: z.object({
    code: z.string(),
    /** The dark modules of its QR code as the path of a drawing that many units wide and high. */
    drawing: z.object({ path: z.string(), size: z.int() }),
    /** From then on it cannot be paid and another one is asked for; null: it stays. */
    expiresAt: instant.nullable(),
  }),
  errors: [
    'ERR_INVOICE_LINK_INVALID',
    'ERR_INVOICE_PAID',
    'ERR_INVOICE_CANCELED',
    'ERR_PAYMENT_NOT_SET_UP',
    'ERR_PAYMENT_GATEWAY',
    'ERR_PAYMENT_CURRENCY',
    'ERR_PAYMENT_CLOSED',
    'ERR_TOO_MANY_REQUESTS',
  ],
});
