import type { Module } from '../../parts.ts';
import { contactExportRoutes } from './contact-export.routes.ts';
import { contactCommands } from './contacts.commands.ts';
import { contactRoutes } from './contacts.routes.ts';
import { contactEntity } from './contacts.sync.ts';

export const contactsModule = {
  routes: [contactRoutes, contactExportRoutes],
  entities: { contact: contactEntity },
  commands: () => contactCommands,
} satisfies Module;
