import type { Commands } from '../../sync/commands.ts';
import * as contacts from './contacts.service.ts';

export const contactCommands = {
  'contact.update': (tx, actor, { contactId, change }) => contacts.update(tx, actor, contactId, change),
} satisfies Partial<Commands>;
