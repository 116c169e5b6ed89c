import type { Tx } from '../../platform/db/client.ts';
import type { SyncedEntity } from '../../sync/synced-entity.ts';
import { presentInvoice } from './invoices.presenter.ts';
import { load, loadCompany } from './invoices.repo.ts';

/** Invoices go to the company's admins. Programs hear with each invoice until when the company has paid now. */
export const invoiceEntity = {
  table: 'invoices',
  key: 'id',
  madeAt: 'made_at',
  strategy: 'instant',
  async load(tx, companyId, ids) {
    const records = await load(tx, companyId, ids);
    return records.map((record) => ({ row: presentInvoice(record), scopes: ['b'] }));
  },
  action: ({ status }) => (status === 'paid' ? 'CONCLUIDA' : undefined),
  async view(tx: Tx, companyId) {
    const company = await loadCompany(tx, companyId);
    return (row) => ({ ...row, company });
  },
} satisfies SyncedEntity<'invoice'>;
