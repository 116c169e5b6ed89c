import type { ChatDesign } from '@balcao/shared/features/web-chat/design.ts';
import { chatPaths } from '@balcao/shared/features/web-chat/line.ts';
import type { Store } from './line/store.ts';
import type { Tag } from './tag.ts';

const WAITS_MS = [2_000, 10_000, 60_000];

/** Null: there is no such chat, or not for this page. A server that is away is believed what it said last. */
export async function fetchDesign({ server, key }: Tag, store: Store): Promise<ChatDesign | null> {
  for (const waitMs of [...WAITS_MS, null]) {
    const response = await fetch(server + chatPaths(key).design, { credentials: 'omit' }).catch(() => null);
    if (response?.ok) {
      const design = (await response.json()) as ChatDesign;
      store.write('design', design);
      return design;
    }
    if (response && response.status < 500 && response.status !== 429) return null;
    const kept = store.read('design');
    if (kept) return kept as ChatDesign;
    if (waitMs !== null) await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  return null;
}
