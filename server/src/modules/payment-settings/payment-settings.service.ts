import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { PaymentSettings } from '@balcao/shared/features/invoices/calls.ts';
import { INVOICE_DAYS } from '@balcao/shared/features/invoices/rules.ts';
import { PIX_CURRENCY } from '@balcao/shared/money/currency.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Change } from '../../platform/db/rows.ts';
import { recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import * as repo from './payment-settings.repo.ts';

/** How the operator is paid. It belongs to the platform, not to a company. */

const INITIAL: PaymentSettings = {
  pixKey: '',
  receiverName: '',
  receiverCity: '',
  currency: PIX_CURRENCY,
  invoiceDays: INVOICE_DAYS.initial,
  graceDays: 0,
};

export async function readPaymentSettings(tx: Tx): Promise<PaymentSettings> {
  return (await repo.find(tx)) ?? INITIAL;
}

/** As a column: what plans cost. */
export const currencyOf = (tx: Tx) =>
  tx`coalesce((select currency from payment_settings), ${INITIAL.currency})`;

/** What is absent stays as it is. */
export async function savePaymentSettings(
  tx: Tx,
  actor: Actor,
  change: Change<PaymentSettings>,
): Promise<PaymentSettings> {
  await repo.lock(tx);
  const before = await readPaymentSettings(tx);
  await repo.update(tx, change);
  const after = await readPaymentSettings(tx);
  const id = actor.companyId;
  await recordChange(tx, actor, AUDITED, { id, ...before }, { id, ...after });
  return after;
}

/** There is one set of them: the log names it by the operator's company. */
const AUDITED: Audited<PaymentSettings & { id: number }> = {
  entity: 'paymentSettings',
  name: () => '',
  fields: ({ id: _id, ...settings }) => settings,
};
