import type { CommandWords } from '../../core/outbox/command-words.ts';

/** How the outbox tells of these commands. */
export const contactWords = {
  'contact.update': { contact: ({ contactId }, store) => store.contacts.byId(contactId) },
  'contact.link': {
    text: ({ otherId }, store) => store.contacts.byId(otherId)?.name ?? '',
    contact: ({ contactId }, store) => store.contacts.byId(contactId),
  },
  'contact.unlink': { contact: ({ contactId }, store) => store.contacts.byId(contactId) },
} satisfies Partial<CommandWords>;
