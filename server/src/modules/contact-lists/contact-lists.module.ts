import type { Module } from '../../parts.ts';
import { contactListItemRoutes, contactListRoutes } from './contact-lists.routes.ts';
import { contactListEntity } from './contact-lists.sync.ts';
import { numberChecks } from './number-checks.job.ts';

export const contactListsModule = {
  routes: [contactListRoutes, contactListItemRoutes],
  jobs: (parts) => [numberChecks(parts)],
  entities: { contactList: contactListEntity },
} satisfies Module;
