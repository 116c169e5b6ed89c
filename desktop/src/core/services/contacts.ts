import { getContact } from '@balcao/shared/api/contacts.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import type { Desk } from './handlers.ts';

export function contactHandlers({ session, workspace }: Desk) {
  return {
    'contacts.get': async ({ id }) => {
      const cached = workspace().store.contact(id);
      if (cached) return cached;
      const {
        createdAt: _,
        ticketCount: __,
        ...contact
      } = await session.api.call(getContact, {
        params: { contactId: id },
      });
      return contact;
    },
    'contacts.update': ({ contactId, change }) => {
      workspace().sync.enqueue('contact.update', { contactId, change });
      return null;
    },
  } satisfies Partial<Handlers>;
}
