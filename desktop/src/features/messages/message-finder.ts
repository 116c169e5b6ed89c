import type { MessageKey } from '@balcao/shared/contract/message-key.ts';
import { searchMessages } from '@balcao/shared/features/messages/calls.ts';
import type { Api } from '../../core/api/client.ts';
import { ignoringOffline } from '../../core/services/ignoring-offline.ts';
import { isOlder, keyOf } from '../../core/store/history.ts';

export interface Found {
  /** Newest first. */
  hits: MessageKey[];
  /** There are no more. */
  complete: boolean;
}

/** Maximum number of server pages: no agent steps through more hits. */
const MAX_PAGES = 5;

/** Searches a contact's conversation, on the server too while it is reachable. */
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

/** What was found in several conversations. */
export const asOne = (found: readonly Found[]): Found => ({
  hits: found.flatMap(({ hits }) => hits).sort((a, b) => (isOlder(keyOf(a), keyOf(b)) ? 1 : -1)),
  complete: found.every(({ complete }) => complete),
});
