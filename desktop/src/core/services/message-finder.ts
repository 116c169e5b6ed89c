import { searchMessages } from '@balcao/shared/api/messages.ts';
import type { MessageKey } from '@balcao/shared/sync/frames.ts';
import type { Api } from '../api/client.ts';
import { ignoringOffline } from './ignoring-offline.ts';

interface Found {
  /** Newest first. */
  hits: MessageKey[];
  /** There are no more. */
  complete: boolean;
}

/** So many pages of the server are read: hits of which nobody steps through more. */
const MAX_PAGES = 5;

/** What a contact's conversation says, as far as the server can be reached. */
export async function findAtServer(
  { contactId, text }: { contactId: number; text: string },
  api: Api,
): Promise<Found> {
  const hits: MessageKey[] = [];
  let complete = false;
  await ignoringOffline(
    (async () => {
      for (let pageNumber = 1; !complete && pageNumber <= MAX_PAGES; pageNumber++) {
        const query = { searchParam: text, contactId, pageNumber };
        const page = await api.call(searchMessages, { query });
        for (const { id, createdAt } of page.hits) hits.push({ id, createdAt });
        complete = !page.hasMore;
      }
    })(),
  );
  return { hits, complete };
}
