import type { PaymentSettings } from '@balcao/shared/features/invoices/calls.ts';
import type { Tx } from '../../platform/db/client.ts';
import { type Change, updateIn } from '../../platform/db/rows.ts';

/** The one row of the table. */
const ID = 1;

export async function find(tx: Tx): Promise<PaymentSettings | undefined> {
  const [row] = await tx<PaymentSettings[]>`
    select pix_key, receiver_name, receiver_city, currency, invoice_days, grace_days from payment_settings`;
  return row;
}

/** There is a row, and nobody else changes it until the end of the transaction. */
export async function lock(tx: Tx): Promise<void> {
  await tx`insert into payment_settings default values on conflict do nothing`;
  await tx`select from payment_settings for update`;
}

export async function update(tx: Tx, change: Change<PaymentSettings>): Promise<void> {
  await updateIn<PaymentSettings>(tx, 'payment_settings', { id: ID }, change);
}
