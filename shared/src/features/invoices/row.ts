import { z } from 'zod';
import { id, instant } from '../../contract/fields.ts';
import { CURRENCIES } from '../../money/currency.ts';

/** `paid` is what counts; one that is canceled is asked for no more. */
export const INVOICE_STATUSES = ['open', 'paid', 'canceled'] as const;

/** What a company owes for the time after a due date: frozen when it is made, whatever becomes of the plan. */
export const invoice = z.object({
  id,
  /** The name of the plan. */
  detail: z.string(),
  /** Cents, for all its months. */
  value: z.int(),
  currency: z.enum(CURRENCIES),
  /** By how many months the company's due date moves when it is paid. */
  months: z.int(),
  users: z.int(),
  connections: z.int(),
  queues: z.int(),
  dueDate: z.iso.date(),
  status: z.enum(INVOICE_STATUSES),
  paidAt: instant.nullable(),
  createdAt: instant,
});
export type InvoiceRow = z.output<typeof invoice>;
