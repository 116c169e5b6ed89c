import type { Module } from '../../parts.ts';
import { contactExportRoutes } from './contact-export.routes.ts';
import { contactRoutes } from './contacts.routes.ts';

export const contactsModule: Module = { routes: [contactRoutes, contactExportRoutes] };
