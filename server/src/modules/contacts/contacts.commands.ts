import type { Commands } from '../../sync/commands.ts';
import * as contacts from './contacts.service.ts';

export const contactCommands = {
  'contact.update': (tx, actor, { contactId, change }, at) =>
    contacts.update(tx, actor, contactId, change, at),
} satisfies Partial<Commands>;
