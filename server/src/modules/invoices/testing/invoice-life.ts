import type { InvoiceRow } from '@balcao/shared/features/invoices/row.ts';

/** The life of one company's invoices as it ought to be: what is written down, and nothing of how. */

interface ModelInvoice {
  id: number;
  value: number;
  months: number;
  dueDate: string;
  status: InvoiceRow['status'];
}

interface ModelCharge {
  txid: string;
  invoiceId: number;
  /** Null: nobody knows, because the answer has not been kept. */
  expiresAt: Date | null;
}

export interface Life {
  dueDate: string;
  price: number;
  invoices: ModelInvoice[];
  charges: ModelCharge[];
}

/** One with less left is not shown again. */
const LEFT_MS = 60_000;
const INVOICE_DAYS = 20;

export const isDue = (life: Life, today: string): boolean =>
  daysBetween(today, life.dueDate) < INVOICE_DAYS &&
  !life.invoices.some(({ dueDate }) => dueDate === life.dueDate);

export const made = (life: Life, id: number): Life => ({
  ...life,
  invoices: [...life.invoices, { id, value: life.price, months: 1, dueDate: life.dueDate, status: 'open' }],
});

/** The charge that a payer is shown again; undefined: another one is made. */
export const openCharge = (life: Life, invoiceId: number, now: Date): ModelCharge | undefined =>
  life.charges.findLast(
    ({ invoiceId: of, expiresAt }) =>
      of === invoiceId && (expiresAt === null || expiresAt.getTime() > now.getTime() + LEFT_MS),
  );

export const begun = (life: Life, invoiceId: number, txid: string): Life =>
  life.charges.some((charge) => charge.txid === txid)
    ? life
    : { ...life, charges: [...life.charges, { txid, invoiceId, expiresAt: null }] };

export const kept = (life: Life, txid: string, expiresAt: Date | null): Life => ({
  ...life,
  charges: life.charges.map((charge) => (charge.txid === txid ? { ...charge, expiresAt } : charge)),
});

/** The invoice is paid, and the company's due date moves: both, once, whatever came before. */
export function paid(life: Life, invoiceId: number): Life {
  const invoice = life.invoices.find(({ id }) => id === invoiceId);
  if (!invoice || invoice.status === 'paid') return life;
  const invoices = life.invoices.map((one) => (one === invoice ? { ...one, status: 'paid' as const } : one));
  return { ...life, invoices, dueDate: monthsOn(life.dueDate, invoice.months) };
}

export function noticed(life: Life, txid: string, cents: number): Life {
  const charge = life.charges.find((one) => one.txid === txid);
  const invoice = life.invoices.find(({ id }) => id === charge?.invoiceId);
  return invoice && cents >= invoice.value ? paid(life, invoice.id) : life;
}

export const canceled = (life: Life, invoiceId: number): Life => ({
  ...life,
  invoices: life.invoices.map((one) =>
    one.id === invoiceId && one.status === 'open' ? { ...one, status: 'canceled' } : one,
  ),
});

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** The same day of a later month, or the last one where it has none. */
function monthsOn(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const moved = new Date(Date.UTC(year, month - 1 + months, Math.min(date, last)));
  return moved.toISOString().slice(0, 10);
}
