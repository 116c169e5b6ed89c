import type { MessageItem } from '@balcao/shared/bridge/methods.ts';
import { PAGE_SIZE } from '@balcao/shared/constants.ts';

/** The newest messages of a ticket down to the oldest one that has been read so far; oldest first. */
export interface MessageWindow {
  messages: MessageItem[];
  hasMore: boolean;
  incomplete: boolean;
}

/** The messages before one, or the newest. */
export type LoadPage = (before: MessageItem | null, limit: number) => Promise<MessageWindow>;

/** The largest page that the bridge gives. */
const RELOAD_PAGE = 100;

interface Held {
  get(): MessageWindow | undefined;
  set(window: MessageWindow): void;
}

/**
 * Reads again what is on the screen: from the newest message down to the oldest held one, never further, so that
 * nothing is pushed in above the reader. What is new is shown at once, however far back the reader has gone.
 */
export async function reloadWindow(loadPage: LoadPage, held: Held): Promise<MessageWindow> {
  const before = held.get();
  if (!before?.messages[0]) return loadPage(null, PAGE_SIZE);
  let window = await loadPage(null, RELOAD_PAGE);
  held.set(overlay(held.get() ?? before, window));
  // Asked anew each time: the reader may have gone further back meanwhile.
  const oldestHeld = () => held.get()?.messages[0];
  for (;;) {
    const [first] = window.messages;
    const oldest = oldestHeld();
    if (!first || !oldest || !window.hasMore || !isOlder(oldest, first)) break;
    const page = await loadPage(first, RELOAD_PAGE);
    if (page.messages.length === 0) break;
    window = joinPages(page, window);
  }
  const oldest = oldestHeld();
  return oldest ? trim(window, oldest) : window;
}

export const joinPages = (older: MessageWindow, newer: MessageWindow): MessageWindow => ({
  messages: [...older.messages, ...newer.messages],
  hasMore: older.hasMore,
  incomplete: older.incomplete,
});

/** The held window with its newest part replaced. */
function overlay(held: MessageWindow, newest: MessageWindow): MessageWindow {
  const [oldest] = held.messages;
  const [first] = newest.messages;
  if (!oldest || !first) return newest;
  if (!isOlder(oldest, first)) return trim(newest, oldest);
  const older = held.messages.filter((message) => isOlder(message, first));
  return { ...held, messages: [...older, ...newest.messages] };
}

function trim(window: MessageWindow, oldest: MessageItem): MessageWindow {
  const kept = window.messages.filter((message) => !isOlder(message, oldest));
  return { ...window, messages: kept, hasMore: window.hasMore || kept.length < window.messages.length };
}

/** Conversations are ordered by (`createdAt`, `id`). */
function isOlder(a: MessageItem, b: MessageItem): boolean {
  const [timeA, timeB] = [Date.parse(a.createdAt), Date.parse(b.createdAt)];
  return timeA === timeB ? a.id < b.id : timeA < timeB;
}
