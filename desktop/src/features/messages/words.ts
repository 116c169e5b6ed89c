import type { CommandWords } from '../../core/outbox/command-words.ts';
import type { Store } from '../../core/store/store.ts';

/** How the outbox tells of these commands. */
export const messageWords = {
  'message.send': {},
  'message.retry': { text: ({ id }, store) => bodyOf(id, store) },
  'message.forward': { text: ({ ofId }, store) => bodyOf(ofId, store) },
  'message.forwardTo': {
    text: ({ ofId }, store) => bodyOf(ofId, store),
    contact: ({ contactId }, store) => store.contacts.byId(contactId),
  },
  'message.delete': { text: ({ id }, store) => bodyOf(id, store) },
  'message.edit': {},
  'message.react': { text: ({ emoji }) => emoji },
} satisfies Partial<CommandWords>;

const bodyOf = (messageId: string, store: Store): string => store.messages.byId(messageId)?.body ?? '';
