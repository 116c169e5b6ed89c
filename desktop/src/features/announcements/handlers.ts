import type { Handlers } from '../../bridge/dispatcher.ts';
import type { CoreServices } from '../../core/services/core-services.ts';

/** From the cache: they can be read without a network. */
export function announcementHandlers({ workspace }: CoreServices) {
  return {
    'announcements.list': () => {
      const { store } = workspace();
      const read = store.announcementReads.all();
      return store.all('announcement').map((row) => ({ ...row, unread: read.get(row.id) !== row.updatedAt }));
    },
    'announcements.read': ({ ids }) => {
      workspace().store.announcementReads.mark(ids);
      return null;
    },
  } satisfies Partial<Handlers>;
}
