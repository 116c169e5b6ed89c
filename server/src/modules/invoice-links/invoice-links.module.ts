import type { Module } from '../../parts.ts';
import { invoiceLinkRoutes } from './invoice-links.routes.ts';

export const invoiceLinksModule: Module = { routes: [invoiceLinkRoutes] };
