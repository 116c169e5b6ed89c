import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { CompanyInvoice, InvoiceDetail, InvoiceView } from '@balcao/shared/features/invoices/calls.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Tx } from '../../platform/db/client.ts';
import { pageAt, pageOf } from '../../platform/db/page.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { record, recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import { renew } from '../companies/companies.service.ts';
import { readPaymentSettings } from '../payment-settings/payment-settings.service.ts';
import { notifyCompanyChanged } from '../subscription/company-changed.ts';
import { presentCompanyInvoice, presentInvoice } from './invoices.presenter.ts';
import * as repo from './invoices.repo.ts';

/** What companies owe the operator. All that name one throw ERR_NO_INVOICE_FOUND for a missing one. */

interface Part<Place> {
  searchParam?: string | undefined;
  pageNumber?: number | undefined;
  after?: Place | undefined;
}

const placeOf = ({ id }: { id: number }) => String(id);

export async function list(tx: Tx, { companyId }: Actor, part: Part<number>) {
  const page = pageAt(part.pageNumber, part.after);
  const rows = await repo.list(tx, companyId, part.searchParam, page);
  const { shown, ...rest } = pageOf(rows, placeOf);
  return { list: shown.map((row): InvoiceView => presentInvoice(row)), ...rest };
}

export async function get(
  tx: Tx,
  { companyId }: Pick<Payer, 'companyId'>,
  id: number,
): Promise<InvoiceDetail> {
  const found = orNotFound(await repo.findOwn(tx, companyId, id), 'ERR_NO_INVOICE_FOUND');
  const { receiverName } = await readPaymentSettings(tx);
  return { ...presentInvoice(found), company: found.company, receiverName };
}

/** Lists invoices for the operators. */
export async function listAll(tx: Tx, part: Part<repo.PlaceByTime>) {
  const rows = await repo.listAll(tx, part.searchParam, pageAt(part.pageNumber, part.after));
  const { shown, ...rest } = pageOf(rows, ({ createdAt, id }) => JSON.stringify([createdAt, id]));
  return { list: shown.map(presentCompanyInvoice), ...rest };
}

export interface PaymentDeps {
  bus: Bus;
  clock: () => Date;
}

/** The operator has the money, also for an invoice that was canceled. ERR_INVOICE_PAID. */
export async function markPaid(tx: Tx, actor: Actor, id: number, deps: PaymentDeps): Promise<CompanyInvoice> {
  const invoice = await lock(tx, id);
  if (invoice.status === 'paid') throw new AppError('ERR_INVOICE_PAID');
  await pay(tx, actor, invoice, deps);
  return presentCompanyInvoice(await lock(tx, id));
}

/**
 * What a gateway says has been paid for a charge so far. Less than is owed pays nothing; the same words again, in
 * whatever order, change nothing; money for an invoice that was canceled meanwhile pays it all the same.
 *
 * @returns whether the invoice is paid
 */
export async function settle(
  tx: Tx,
  { txid, paidCents }: { txid: string; paidCents: number },
  deps: PaymentDeps,
): Promise<boolean> {
  const id = await repo.findInvoiceOf(tx, txid);
  if (id === undefined) return false;
  const invoice = await lock(tx, id);
  await repo.notePaid(tx, invoice.companyId, txid, paidCents);
  if (invoice.status === 'paid') return true;
  if (paidCents < invoice.value) return false;
  await pay(tx, null, invoice, deps);
  return true;
}

/**
 * Changes in one transaction the invoice, the company's due date, the log, and what consoles and programs hear of it.
 */
async function pay(
  tx: Tx,
  actor: Actor | null,
  invoice: repo.CompanyInvoiceRecord,
  { bus, clock }: PaymentDeps,
): Promise<void> {
  const { companyId, id, months } = invoice;
  const now = clock();
  await repo.setPaid(tx, companyId, id, now);
  notifyCompanyChanged(tx, bus, companyId);
  await renew(tx, actor, companyId, { months, now });
  await recordChange(tx, actor ?? { companyId, userId: null }, AUDITED, invoice, {
    ...invoice,
    status: 'paid',
  });
}

/** ERR_INVOICE_PAID, ERR_INVOICE_CANCELED. */
export async function cancel(tx: Tx, actor: Actor, id: number): Promise<CompanyInvoice> {
  const invoice = await lock(tx, id);
  assertOpen(invoice);
  await repo.setCanceled(tx, invoice.companyId, id);
  const after = await lock(tx, id);
  await recordChange(tx, actor, AUDITED, invoice, after);
  return presentCompanyInvoice(after);
}

/** ERR_INVOICE_PAID, ERR_INVOICE_CANCELED. */
export function assertOpen({ status }: Pick<repo.InvoiceRecord, 'status'>): void {
  if (status === 'paid') throw new AppError('ERR_INVOICE_PAID');
  if (status === 'canceled') throw new AppError('ERR_INVOICE_CANCELED');
}

export async function lock(tx: Tx, id: number): Promise<repo.CompanyInvoiceRecord> {
  return orNotFound(await repo.lock(tx, id), 'ERR_NO_INVOICE_FOUND');
}

/** Whoever pays an invoice of the company; null: somebody who has its link. */
export interface Payer {
  companyId: number;
  userId: number | null;
}

/** Notes who began to pay it, by which charge. */
export function recordAsked(
  tx: Tx,
  { companyId, userId }: Payer,
  invoice: repo.CompanyInvoiceRecord,
  txid: string,
): Promise<void> {
  const actor = userId === null ? null : { companyId, userId };
  const what = { action: 'update', entity: 'invoice', entityId: invoice.id } as const;
  const changes = [{ field: 'txid', from: null, to: txid }];
  return record(tx, { companyId, actor, ...what, entityName: AUDITED.name(invoice), changes });
}

const AUDITED: Audited<repo.CompanyInvoiceRecord> = {
  entity: 'invoice',
  name: ({ id, company }) => `${id} (${company.name})`,
  fields: ({ status }) => ({ status }),
};
