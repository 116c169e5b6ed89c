import type { InvoiceRow } from '@balcao/shared/features/invoices/row.ts';
import { type InvoiceState, invoiceState } from '@balcao/shared/features/invoices/rules.ts';
import { serverNow } from '../kit/server-now.ts';
import { useTexts } from '../kit/use-texts.ts';
import { StatusPill, type Tone } from './status-pill.tsx';

const TONES: Record<InvoiceState, Tone> = {
  paid: 'success',
  past: 'danger',
  open: 'info',
  canceled: 'neutral',
};

/** How it stands on this day. @param timeZone where the day is; this computer's when absent */
export const stateNow = (invoice: Pick<InvoiceRow, 'status' | 'dueDate'>, timeZone?: string): InvoiceState =>
  invoiceState(
    invoice,
    new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', ...(timeZone ? { timeZone } : {}) }).format(
      serverNow(),
    ),
  );

export function InvoicePill({ state }: { state: InvoiceState }) {
  const { t } = useTexts();
  return <StatusPill tone={TONES[state]}>{t(`invoices:states.${state}`)}</StatusPill>;
}
