import { searchMessages } from '@balcao/shared/api/messages.ts';
import type { MessageKey } from '@balcao/shared/sync/frames.ts';
import type { Api } from '../api/client.ts';
import { newestFirst } from '../store/message-search.ts';
import type { Store } from '../store/store.ts';
import { reached } from './reached.ts';

interface Found {
  /** Newest first. */
  hits: MessageKey[];
  /** There are no more, here or on the server. */
  complete: boolean;
}

/** So many pages of the server are read: hits of which nobody steps through more. */
const MOST_PAGES = 5;

/** What a contact's conversation says, from the cache, and as far as the server can be reached from there too. */
export async function findInConversation(
  { contactId, text }: { contactId: number; text: string },
  { api, store }: { api: Api; store: Pick<Store, 'findMessages'> },
): Promise<Found> {
  const held = store.findMessages(contactId, text);
  if (held.complete) return held;
  const found = new Map(held.hits.map((hit) => [hit.id, hit]));
  let complete = false;
  await reached(
    (async () => {
      for (let pageNumber = 1; !complete && pageNumber <= MOST_PAGES; pageNumber++) {
        const query = { searchParam: text, contactId, pageNumber };
        const { hits, hasMore } = await api.call(searchMessages, { query });
        for (const { id, createdAt } of hits) found.set(id, { id, createdAt });
        complete = !hasMore;
      }
    })(),
  );
  return { hits: [...found.values()].toSorted(newestFirst), complete };
}
