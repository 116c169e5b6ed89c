import type { CompanyInvoice, InvoiceView } from '@balcao/shared/features/invoices/calls.ts';
import type { CompanyInvoiceRecord, InvoiceRecord } from './invoices.repo.ts';

export const presentInvoice = (invoice: InvoiceRecord): InvoiceView => ({
  id: invoice.id,
  detail: invoice.detail,
  value: invoice.value,
  currency: invoice.currency,
  months: invoice.months,
  users: invoice.users,
  connections: invoice.connections,
  queues: invoice.queues,
  dueDate: invoice.dueDate,
  status: invoice.status,
  paidAt: invoice.paidAt?.toISOString() ?? null,
  createdAt: invoice.createdAt.toISOString(),
});

export const presentCompanyInvoice = (invoice: CompanyInvoiceRecord): CompanyInvoice => ({
  ...presentInvoice(invoice),
  company: invoice.company,
  txid: invoice.txid,
  paidCents: invoice.paidCents,
});
