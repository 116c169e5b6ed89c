import { AppError } from '@balcao/shared/errors.ts';
import { getContactListTemplate } from '@balcao/shared/features/contact-lists/calls.ts';
import type { LinkedContact } from '@balcao/shared/features/contacts/bridge.ts';
import {
  getContact,
  type LinkedContactItem,
  listContactMedia,
  listLinkedContacts,
} from '@balcao/shared/features/contacts/calls.ts';
import { countNumberless, exportContacts } from '@balcao/shared/features/contacts/imports.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Handlers } from '../../bridge/dispatcher.ts';
import { thumbnailUrlOf } from '../../core/media/media.ts';
import type { CoreServices } from '../../core/services/core-services.ts';

/** The number of suggestions that fit beside a text. */
const MAX_FIELDS = 12;

export function contactHandlers({ host, preferences, session, workspace, syncStatus }: CoreServices) {
  /** The newest conversation of each, so that it can be shown beside that of another; one that fails is left out. */
  async function bringTickets(linked: readonly Pick<LinkedContactItem, 'ticketUuid'>[]): Promise<void> {
    const { store, sync } = workspace();
    const missing = linked.flatMap(({ ticketUuid }) =>
      ticketUuid === null || store.tickets.byUuid(ticketUuid) ? [] : ticketUuid,
    );
    await Promise.allSettled(missing.map((uuid) => sync.fetchTicket(uuid)));
  }

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
    'contacts.linked': async ({ id }) => {
      const { contacts } = workspace().store;
      const contact = contacts.byId(id);
      if (contact?.personId === null) return [];
      const cached = contact ? contacts.ofPerson(contact.personId).filter((other) => other.id !== id) : [];
      if (syncStatus().layer === 'network') return cached.map(asLinked);
      const all = await session.api.call(listLinkedContacts, { params: { contactId: id } });
      // Whom the cache has it knows better: a command may wait.
      const others = all.filter((other) => contacts.byId(other.id) === null);
      await bringTickets(all);
      return [...cached, ...others].map(asLinked);
    },
    'contacts.link': (ids) => {
      workspace().sync.enqueue('contact.link', { ...ids, personId: uuidv7() });
      return null;
    },
    'contacts.unlink': ({ contactId }) => {
      workspace().sync.enqueue('contact.unlink', { contactId });
      return null;
    },
    'contacts.fieldNames': () => workspace().store.contacts.fieldNames(MAX_FIELDS),
    'contacts.search': ({ text, limit }) => workspace().store.contacts.search(text, limit),
    'contacts.media': async ({ contactId, kind, after }) => {
      if (syncStatus().layer === 'network') throw new AppError('ERR_OFFLINE');
      const query = { kind, linked: true, ...(after ? { after } : {}) };
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
      const { count: leftOut } = await session.api.call(countNumberless, {});
      return { url: host.mediaUrl(id), name, leftOut };
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

const asLinked = ({ id, name, number, channels, profilePicUrl, notes }: LinkedContact): LinkedContact => ({
  id,
  name,
  number,
  channels,
  profilePicUrl,
  notes,
});
