import type { Module } from '../../parts.ts';
import { onAccessChanged } from '../../platform/access-changes.ts';
import { dueInvoices } from './due-invoices.job.ts';
import { invoiceRoutes } from './invoices.routes.ts';
import { openCharges } from './open-charges.job.ts';
import { paymentNoticeRoutes } from './payment-notices.routes.ts';

export const invoicesModule: Module = {
  routes: [
    invoiceRoutes,
    (app, parts) => paymentNoticeRoutes(app, parts, app.jobs.add(openCharges(parts))),
    // A company that signs up, or whose due date moves, finds what it owes at once.
    (app, parts) => {
      const poke = app.jobs.add(dueInvoices(parts));
      const stop = onAccessChanged(parts.bus, ({ userId }) => {
        if (userId === undefined) poke();
      });
      app.addHook('onClose', async () => stop());
    },
  ],
};
