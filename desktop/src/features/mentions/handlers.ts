import { MAX_MENTIONS_READ } from '@balcao/shared/features/mentions/limits.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import type { CoreServices } from '../../core/services/core-services.ts';

export function mentionHandlers({ workspace }: CoreServices) {
  return {
    'mentions.list': ({ limit }) => {
      const { mentions } = workspace().store;
      return { mentions: mentions.list(limit), unread: mentions.countUnread() };
    },
    'mentions.read': ({ messageId }) => {
      const { store, sync } = workspace();
      const ids = store.mentions.unreadIds(messageId);
      for (let from = 0; from < ids.length; from += MAX_MENTIONS_READ)
        sync.enqueue('mention.read', { ids: ids.slice(from, from + MAX_MENTIONS_READ) });
      return null;
    },
  } satisfies Partial<Handlers>;
}
