import * as contracts from '@balcao/shared/features/invoice-links/calls.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { createAddressLimit } from '../../platform/http/address-limit.ts';
import { register } from '../../platform/http/route.ts';
import * as charges from '../invoices/charges.service.ts';
import type { GatewayDeps } from '../payment-gateway/payment-gateway.service.ts';
import type { InvoiceLinks } from './invoice-links.ts';
import { charged, showInvoice } from './linked-invoice.service.ts';
import { servePayPage } from './pay-page/pay-page.ts';

interface Deps extends GatewayDeps {
  db: Database;
  invoiceLinks: InvoiceLinks;
}

/** An office that pays, each of its pages looking every few seconds; nobody who tries links out. */
const LOOKING = { burst: 60, everySeconds: 1 };
/** A page asks for one code, and for another when that has expired. */
const CHARGING = { burst: 10, everySeconds: 30 };

export function invoiceLinkRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock, invoiceLinks } = deps;
  const [looks, codes] = [LOOKING, CHARGING].map((rate) => createAddressLimit({ ...rate, clock }));

  register(app, contracts.openInvoiceLink, async ({ body }, { tx, request }) => {
    looks?.(request.ip);
    return showInvoice(tx, invoiceLinks.open(body.token));
  });
  register(app, contracts.payInvoiceLink, async ({ body }, { request }) => {
    codes?.(request.ip);
    const linked = invoiceLinks.open(body.token);
    const begun = await db.asSystem(async (tx) => {
      await showInvoice(tx, linked);
      return charges.beginFor(tx, linked, linked.invoiceId, deps);
    });
    const charge = await charges.ask(begun);
    return async (tx) => charged(await charges.keep(tx, { ...linked, userId: null }, begun, charge));
  });
  servePayPage(app);
}
