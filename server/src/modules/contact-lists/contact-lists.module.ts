import type { Module } from '../../parts.ts';
import { contactListItemRoutes, contactListRoutes } from './contact-lists.routes.ts';
import { numberChecks } from './number-checks.job.ts';

export const contactListsModule: Module = {
  routes: [contactListRoutes, contactListItemRoutes],
  jobs: (parts) => [numberChecks(parts)],
};
