import * as contracts from '@balcao/shared/features/invoices/calls.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { register } from '../../platform/http/route.ts';
import type { GatewayDeps } from '../payment-gateway/payment-gateway.service.ts';
import * as charges from './charges.service.ts';
import * as invoices from './invoices.service.ts';

export function invoiceRoutes(
  app: FastifyInstance,
  deps: invoices.PaymentDeps & GatewayDeps & { db: Database },
): void {
  const { db } = deps;
  register(app, contracts.listInvoices, ({ query }, { tx, actor }) => invoices.list(tx, actor, query));
  register(app, contracts.getInvoice, ({ params }, { tx, actor }) =>
    invoices.get(tx, actor, params.invoiceId),
  );
  register(app, contracts.paySubscription, async ({ body }, { actor }) => {
    const begun = await db.asSystem((tx) => charges.begin(tx, actor, body, deps));
    const charge = await charges.ask(begun);
    return (tx) => charges.keep(tx, actor, begun, charge);
  });
  register(app, contracts.listCompanyInvoices, ({ query }, { tx }) => invoices.listAll(tx, query));
  register(app, contracts.markInvoicePaid, ({ params }, { tx, actor }) =>
    invoices.markPaid(tx, actor, params.invoiceId, deps),
  );
  register(app, contracts.cancelInvoice, ({ params }, { tx, actor }) =>
    invoices.cancel(tx, actor, params.invoiceId),
  );
  register(app, contracts.updateInvoice, ({ params: { invoiceId }, body }, { tx, actor }) =>
    body.status === 'paid'
      ? invoices.markPaid(tx, actor, invoiceId, deps)
      : invoices.cancel(tx, actor, invoiceId),
  );
}
