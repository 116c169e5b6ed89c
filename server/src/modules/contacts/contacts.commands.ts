import type { Commands } from '../../sync/commands.ts';
import * as links from './contact-links.service.ts';
import * as contacts from './contacts.service.ts';

export const contactCommands = {
  'contact.update': (tx, actor, { contactId, change }, at) =>
    contacts.update(tx, actor, contactId, change, at),
  'contact.link': links.link,
  'contact.unlink': links.unlink,
} satisfies Partial<Commands>;
