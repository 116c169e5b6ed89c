import { exportContacts } from '@balcao/shared/api/contact-imports.ts';
import { getContactListTemplate } from '@balcao/shared/api/contact-lists.ts';
import { getContact, listContactMedia } from '@balcao/shared/api/contacts.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import { thumbnailUrlOf } from '../media/media.ts';
import type { CoreServices } from './core-services.ts';

/** The number of suggestions that fit beside a text. */
const MAX_FIELDS = 12;

export function contactHandlers({ host, preferences, session, workspace, syncStatus }: CoreServices) {
  return {
    'contacts.get': async ({ id }) => {
      const cached = workspace().store.contacts.byId(id);
      if (cached) return cached;
      const {
        uuid: _uuid,
        createdAt: _createdAt,
        ticketCount: _ticketCount,
        ...contact
      } = await session.api.call(getContact, {
        params: { contactId: id },
      });
      return contact;
    },
    'contacts.fieldNames': () => workspace().store.contacts.fieldNames(MAX_FIELDS),
    'contacts.search': ({ text, limit }) => workspace().store.contacts.search(text, limit),
    'contacts.media': async ({ contactId, kind, after }) => {
      if (syncStatus().layer === 'network') throw new AppError('ERR_OFFLINE');
      const query = { kind, ...(after ? { after } : {}) };
      const { items, next } = await session.api.call(listContactMedia, { params: { contactId }, query });
      // Uses the host's file address, which has what the conversation has already fetched.
      return {
        items: items.map(({ mediaUrl: _, ...item }) => ({
          ...item,
          url: host.mediaUrl(item.media.id),
          thumbnailUrl: thumbnailUrlOf(host, item.media),
        })),
        next,
      };
    },
    'contacts.export': async () => {
      if (syncStatus().layer === 'network') throw new AppError('ERR_OFFLINE');
      const { language } = preferences.get();
      const { id, name } = await workspace().media.fetch(
        exportContacts,
        { query: { language } },
        'contacts.csv',
      );
      return { url: host.mediaUrl(id), name };
    },
    'contacts.listTemplate': async () => {
      if (syncStatus().layer === 'network') throw new AppError('ERR_OFFLINE');
      const { id, name } = await workspace().media.fetch(
        getContactListTemplate,
        { query: {} },
        'contact-list.xlsx',
      );
      return { url: host.mediaUrl(id), name };
    },
    'contacts.update': ({ contactId, change }) => {
      workspace().sync.enqueue('contact.update', { contactId, change });
      return null;
    },
  } satisfies Partial<Handlers>;
}
