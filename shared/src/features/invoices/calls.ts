import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { id, idText, instant, pageNumber, placeByTime, searchParam } from '../../contract/fields.ts';
import { CURRENCIES } from '../../money/currency.ts';
import { hasPlainText, readPixKey } from './pix-code.ts';
import { invoice } from './row.ts';
import { COUNTRIES, GRACE_DAYS_MAX, INVOICE_DAYS, ZIP_CODES } from './rules.ts';

/** What companies owe the operator, and how they pay it. */

export type InvoiceView = z.output<typeof invoice>;
const params = z.object({ invoiceId: idText });
const page = { hasMore: z.boolean(), next: z.string().nullable() };
const query = z.object({ searchParam, pageNumber, after: idText.optional() });

/** The company's own, the newest first; `after`: behind this invoice. */
export const listInvoices = route({
  method: 'GET',
  path: '/invoices/all',
  access: 'subscription:view',
  openWhileOverdue: true,
  screen: true,
  query,
  response: z.object({ list: z.array(invoice), ...page }),
});

/** One of the company's own, with who is asked to pay and who was paid: the receipt shows it. */
const invoiceDetail = invoice.extend({
  company: z.object({ name: z.string(), billingName: z.string(), dueDate: z.iso.date().nullable() }),
  /** Empty while the operator has named none. */
  receiverName: z.string(),
});
export type InvoiceDetail = z.output<typeof invoiceDetail>;

export const getInvoice = route({
  method: 'GET',
  path: '/invoices/:invoiceId',
  access: 'subscription:view',
  openWhileOverdue: true,
  screen: true,
  rows: 'system',
  params,
  response: invoiceDetail,
  errors: ['ERR_NO_INVOICE_FOUND'],
});

const line = z.string().trim().max(255);
const required = line.min(1);

/** What a payer scans or copies, with the names that gateways give it. */
const pixCharge = z.object({
  qrcode: z.object({ qrcode: z.string() }),
  valor: z.object({ original: z.string().regex(/^\d+\.\d{2}$/) }),
  txid: z.string(),
  /** From then on it cannot be paid and another one is asked for; null: it stays. */
  expiresAt: instant.nullable(),
});
export type PixCharge = z.output<typeof pixCharge>;

/**
 * Begins the payment of an invoice. What else a form sends is dropped here, before anything is kept or compared: a card's
 * name, number and code, and a price, users and connections, which the invoice has.
 */
export const paySubscription = route({
  method: 'POST',
  path: '/subscription',
  access: 'subscription:view',
  openWhileOverdue: true,
  screen: true,
  waitsFor: 'outside',
  rows: 'system',
  body: z
    .object({
      invoiceId: id,
      firstName: required,
      lastName: line.default(''),
      address2: required,
      city: required,
      state: line.default(''),
      zipcode: required,
      country: z.enum(COUNTRIES),
      /** Kept as the company's billing address. */
      useAddressForPaymentDetails: z.boolean().default(false),
    })
    .refine(({ zipcode, country }) => ZIP_CODES[country].test(zipcode), { path: ['zipcode'] }),
  response: pixCharge,
  errors: [
    'ERR_NO_INVOICE_FOUND',
    'ERR_INVOICE_PAID',
    'ERR_INVOICE_CANCELED',
    'ERR_PAYMENT_NOT_SET_UP',
    'ERR_PAYMENT_GATEWAY',
    'ERR_PAYMENT_CURRENCY',
    'ERR_PAYMENT_CLOSED',
  ],
});

const companyInvoice = invoice.extend({
  company: z.object({ id, name: z.string() }),
  /** What the bank statement of the last charge shows; empty before one. */
  txid: z.string(),
  /** What gateways say that they have, in cents; 0 also where only the bank statement tells. */
  paidCents: z.int(),
});
export type CompanyInvoice = z.output<typeof companyInvoice>;

/** Those of all companies, the newest first; `after`: behind one of this moment and number. */
export const listCompanyInvoices = route({
  method: 'GET',
  path: '/invoices/companies',
  access: 'payments:manage',
  screen: true,
  rows: 'system',
  query: z.object({ searchParam, pageNumber, after: placeByTime }),
  response: z.object({ list: z.array(companyInvoice), ...page }),
});

/** The money has come: the company's due date moves on. */
export const markInvoicePaid = route({
  method: 'POST',
  path: '/invoices/:invoiceId/paid',
  access: 'payments:manage',
  screen: true,
  rows: 'system',
  params,
  response: companyInvoice,
  errors: ['ERR_NO_INVOICE_FOUND', 'ERR_INVOICE_PAID'],
});

export const cancelInvoice = route({
  method: 'POST',
  path: '/invoices/:invoiceId/cancel',
  access: 'payments:manage',
  screen: true,
  rows: 'system',
  params,
  response: companyInvoice,
  errors: ['ERR_NO_INVOICE_FOUND', 'ERR_INVOICE_PAID', 'ERR_INVOICE_CANCELED'],
});

/** The one or the other, for programs that change an invoice instead of saying what happened to it. */
export const updateInvoice = route({
  method: 'PUT',
  path: '/invoices/:invoiceId',
  access: 'payments:manage',
  rows: 'system',
  params,
  body: z.object({ status: z.enum(['paid', 'canceled']) }),
  response: companyInvoice,
  errors: ['ERR_NO_INVOICE_FOUND', 'ERR_INVOICE_PAID', 'ERR_INVOICE_CANCELED'],
});

const pixKey = z.string().transform((typed, ctx) => {
  const key = typed.trim() === '' ? '' : readPixKey(typed);
  if (key !== null) return key;
  ctx.addIssue({ code: 'custom', message: 'no Pix key' });
  return z.NEVER;
});
const plain = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => text === '' || hasPlainText(text));

const paymentSettings = z.object({
  /** Empty: nobody can pay by a code. */
  pixKey: z.string(),
  receiverName: z.string(),
  receiverCity: z.string(),
  /** This is the currency of plans, and of invoices that are made from now on. */
  currency: z.enum(CURRENCIES),
  /** An invoice is made when its due date is fewer days away. */
  invoiceDays: z.int(),
  /** Days past the due date that a new company is granted. */
  graceDays: z.int(),
});
export type PaymentSettings = z.output<typeof paymentSettings>;

/** How the operator is paid. */
export const getPaymentSettings = route({
  method: 'GET',
  path: '/payment-settings',
  access: 'payments:manage',
  screen: true,
  rows: 'system',
  response: paymentSettings,
});

export const savePaymentSettings = route({
  method: 'PUT',
  path: '/payment-settings',
  access: 'payments:manage',
  screen: true,
  rows: 'system',
  body: z
    .object({
      pixKey: pixKey,
      receiverName: plain(25),
      receiverCity: plain(15),
      currency: z.enum(CURRENCIES),
      invoiceDays: z.int().min(INVOICE_DAYS.min).max(INVOICE_DAYS.max),
      graceDays: z.int().min(0).max(GRACE_DAYS_MAX),
    })
    .partial(),
  response: paymentSettings,
});
