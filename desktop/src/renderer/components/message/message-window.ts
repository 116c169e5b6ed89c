import { PAGE_SIZE } from '@balcao/shared/contract/limits.ts';
import type { MessageKey } from '@balcao/shared/contract/message-key.ts';
import type { MessageItem } from '@balcao/shared/features/messages/item.ts';

/** A part of a conversation without a hole, oldest first: what is on the screen and around it. */
export interface MessageWindow {
  messages: MessageItem[];
  /** Older ones exist. */
  hasMore: boolean;
  /** Newer ones exist: the reader has gone so far back that the end was dropped, or has come here from elsewhere. */
  hasNewer: boolean;
  incomplete: boolean;
}

interface PageQuery {
  before: MessageKey | null;
  from: MessageKey | null;
  limit: number;
}
export type LoadPage = (query: PageQuery) => Promise<MessageWindow>;

/** Held at most, so that a long conversation costs no more memory than a short one. */
export const MAX_HELD_MESSAGES = 400;
/** The most messages of one reload: all that are held, and the new ones. */
const RELOAD = 500;

const keyOf = ({ createdAt, id }: MessageKey): MessageKey => ({ createdAt, id });

/** Several conversations as one, by time. */
export const woven =
  (loads: readonly LoadPage[]): LoadPage =>
  async (query) => {
    const pages = await Promise.all(loads.map((load) => load(query)));
    const all = pages.flatMap(({ messages }) => messages).sort((a, b) => (isOlder(a, b) ? -1 : 1));
    // Each page reaches as far as all of them do together, so what is kept has no hole.
    const messages = query.from ? all.slice(0, query.limit) : all.slice(-query.limit);
    const isCut = messages.length < all.length;
    return {
      messages,
      hasMore: pages.some(({ hasMore }) => hasMore) || (isCut && !query.from),
      hasNewer: pages.some(({ hasNewer }) => hasNewer) || (isCut && query.from !== null),
      incomplete: pages.some(({ incomplete }) => incomplete),
    };
  };

export const loadNewest = (load: LoadPage): Promise<MessageWindow> =>
  load({ before: null, from: null, limit: PAGE_SIZE });

/** A message with its neighbours before and after. */
export async function loadAround(load: LoadPage, key: MessageKey): Promise<MessageWindow> {
  const after = await load({ before: null, from: key, limit: PAGE_SIZE });
  const before = await load({ before: key, from: null, limit: PAGE_SIZE });
  return {
    messages: [...before.messages, ...after.messages],
    hasMore: before.hasMore,
    hasNewer: after.hasNewer,
    incomplete: before.incomplete,
  };
}

/** One page further back. The newest are dropped when there are too many. */
export async function loadOlder(
  load: LoadPage,
  held: MessageWindow,
): Promise<(now: MessageWindow) => MessageWindow> {
  const [oldest] = held.messages;
  if (!oldest) return (now) => now;
  const page = await load({ before: keyOf(oldest), from: null, limit: PAGE_SIZE });
  return (now) => {
    // Another part of the conversation is shown meanwhile.
    if (now.messages[0]?.id !== oldest.id) return now;
    const messages = [...page.messages, ...now.messages];
    return {
      messages: messages.slice(0, MAX_HELD_MESSAGES),
      hasMore: page.hasMore,
      hasNewer: now.hasNewer || messages.length > MAX_HELD_MESSAGES,
      incomplete: page.incomplete,
    };
  };
}

/** One page further down. */
export async function loadNewer(
  load: LoadPage,
  held: MessageWindow,
): Promise<(now: MessageWindow) => MessageWindow> {
  const newest = held.messages.at(-1);
  if (!newest) return (now) => now;
  const page = await load({ before: null, from: keyOf(newest), limit: PAGE_SIZE });
  return (now) => {
    if (now.messages.at(-1)?.id !== newest.id) return now;
    const messages = [...now.messages, ...page.messages.filter((message) => isOlder(newest, message))];
    const kept = messages.slice(-MAX_HELD_MESSAGES);
    return {
      messages: kept,
      hasMore: now.hasMore || kept.length < messages.length,
      hasNewer: page.hasNewer,
      incomplete: now.incomplete,
    };
  };
}

/**
 * Reads again what is held, and what has come at the end: never further back, so that nothing is pushed in above.
 *
 * @param held asked again afterwards: the reader may have gone on meanwhile
 */
export async function reload(load: LoadPage, held: () => MessageWindow | undefined): Promise<MessageWindow> {
  const before = held();
  const oldest = before?.messages[0];
  const newest = before?.messages.at(-1);
  if (!before || !oldest || !newest) return loadNewest(load);
  const page = await load({ before: null, from: keyOf(oldest), limit: RELOAD });
  const now = held() ?? before;
  const older = now.messages.filter((message) => isOlder(message, oldest));
  const newer = now.messages.filter((message) => isOlder(newest, message));
  const read = before.hasNewer ? page.messages.filter((message) => !isOlder(newest, message)) : page.messages;
  const ids = new Set(read.map(({ id }) => id));
  return {
    messages: [...older, ...read, ...newer.filter(({ id }) => before.hasNewer && !ids.has(id))],
    hasMore: older.length > 0 ? now.hasMore : page.hasMore,
    hasNewer: before.hasNewer ? now.hasNewer : page.hasNewer,
    incomplete: page.incomplete,
  };
}

/** Conversations are ordered by (`createdAt`, `id`). */
export function isOlder(a: MessageKey, b: MessageKey): boolean {
  const [timeA, timeB] = [Date.parse(a.createdAt), Date.parse(b.createdAt)];
  return timeA === timeB ? a.id < b.id : timeA < timeB;
}
