import type { Database } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';
import { readPaymentSettings } from '../payment-settings/payment-settings.service.ts';
import * as repo from './invoices.repo.ts';

/** Makes the invoices of the companies whose due date comes near; at the start and at noon in Greenwich. */
export const dueInvoices = ({ db }: { db: Database }): Job<{ companyId: number; id: number }> => ({
  name: 'due invoices',
  schedule: '0 0 12 * * *',
  processes: 'one',
  due: (now, limit) =>
    db.asSystem(async (tx) => {
      const { invoiceDays } = await readPaymentSettings(tx);
      return repo.companiesDue(tx, now, invoiceDays, limit);
    }),
  take: ({ companyId }, clock) =>
    db.asSystem(async (tx) => {
      await repo.insertDue(tx, companyId, clock(), await readPaymentSettings(tx));
    }),
});
