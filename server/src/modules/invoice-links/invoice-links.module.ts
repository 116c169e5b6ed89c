import type { Module } from '../../parts.ts';
import { invoiceLinkRoutes } from './invoice-links.routes.ts';

export const invoiceLinksModule = { routes: [invoiceLinkRoutes] } satisfies Module;
