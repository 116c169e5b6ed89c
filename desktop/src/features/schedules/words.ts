import type { CommandWords } from '../../core/outbox/command-words.ts';

/** How the outbox tells of these commands. */
export const scheduleWords = {
  'schedule.create': { contact: ({ contactId }, store) => store.contacts.byId(contactId) },
  'schedule.update': { contact: ({ contactId }, store) => store.contacts.byId(contactId) },
  'schedule.cancel': {
    text: ({ id }, store) => store.schedules.byId(id)?.body ?? '',
    contact: ({ id }, store) => store.schedules.byId(id)?.contact ?? null,
  },
} satisfies Partial<CommandWords>;
