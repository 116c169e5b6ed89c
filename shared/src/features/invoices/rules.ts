import type { InvoiceRow } from './row.ts';

/** How an invoice is shown: what is due before today and not paid is past. */
export type InvoiceState = 'paid' | 'past' | 'open' | 'canceled';

/** @param today YYYY-MM-DD, where the company is */
export function invoiceState(
  { status, dueDate }: Pick<InvoiceRow, 'status' | 'dueDate'>,
  today: string,
): InvoiceState {
  if (status !== 'open') return status;
  return dueDate < today ? 'past' : 'open';
}

/** Who takes the money: nobody but the receiver's own bank, by a code that never changes, or Efí. */
export const GATEWAYS = ['static', 'efi'] as const;
export type GatewayName = (typeof GATEWAYS)[number];

/** Bounds of what the operator sets. */
export const INVOICE_DAYS = { min: 1, max: 90, initial: 20 } as const;
export const GRACE_DAYS_MAX = 90;

/** Postal codes by country. */
export const ZIP_CODES = { BR: /^\d{5}-?\d{3}$/, usa: /^\d{5}(-\d{4})?$/ } as const;
export const COUNTRIES = ['BR', 'usa'] as const;
