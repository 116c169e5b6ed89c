import type { MessageKey } from '@balcao/shared/contract/message-key.ts';
import type { MessageItem } from '@balcao/shared/features/messages/item.ts';
import { describe, expect, test } from 'vitest';
import { messageAt } from '../../testing/message.ts';
import {
  isOlder,
  type LoadPage,
  loadAround,
  loadNewer,
  loadNewest,
  loadOlder,
  MAX_HELD_MESSAGES,
  type MessageWindow,
  reload,
  woven,
} from './message-window.ts';

/** Pages as the bridge gives them, over a conversation that a test may change. */
const pagesOf =
  (stored: MessageItem[]): LoadPage =>
  async ({ before, from, limit }) => {
    const olderThan = (key: MessageKey) => stored.filter((message) => isOlder(message, key)).length;
    const last = before ? olderThan(before) : stored.length;
    const start = from ? olderThan(from) : Math.max(0, last - limit);
    const messages = stored.slice(start, from ? start + limit : last);
    return {
      messages,
      hasMore: start > 0,
      hasNewer: start + messages.length < stored.length,
      incomplete: false,
    };
  };

const conversation = (length: number) => Array.from({ length }, (_, index) => messageAt(index));
const held = (messages: MessageItem[], hasNewer = false): MessageWindow => ({
  messages,
  hasMore: true,
  hasNewer,
  incomplete: false,
});

describe('a part of a conversation', () => {
  test('begins with the newest page, or around a message', async () => {
    const stored = conversation(300);
    expect(await loadNewest(pagesOf(stored))).toEqual(held(stored.slice(260)));
    const around = stored[100] as MessageItem;
    expect(await loadAround(pagesOf(stored), around)).toEqual(held(stored.slice(60, 140), true));
  });

  test('never grows beyond what may be held, and comes down to the end again without a hole', async () => {
    const stored = conversation(1_000);
    const load = pagesOf(stored);
    let window = await loadNewest(load);
    while (window.hasMore) {
      window = (await loadOlder(load, window))(window);
      expect(window.messages.length).toBeLessThanOrEqual(MAX_HELD_MESSAGES);
    }
    expect(window.messages).toEqual(stored.slice(0, MAX_HELD_MESSAGES));
    while (window.hasNewer) {
      const before = window.messages;
      window = (await loadNewer(load, window))(window);
      expect(before.some(({ id }) => id === window.messages[0]?.id)).toBe(true);
    }
    expect(window.messages).toEqual(stored.slice(-MAX_HELD_MESSAGES));
  });

  test('what was asked for another part changes nothing', async () => {
    const stored = conversation(300);
    const join = await loadOlder(pagesOf(stored), held(stored.slice(200)));
    const elsewhere = held(stored.slice(50, 90), true);
    expect(join(elsewhere)).toBe(elsewhere);
  });
});

describe('reading it again', () => {
  test('gives what is held plus what is new, and pushes nothing in above', async () => {
    const stored = conversation(90);
    const window = held(stored.slice(50));
    stored.push(messageAt(90));
    expect(await reload(pagesOf(stored), () => window)).toEqual(held(stored.slice(50)));
  });

  test('gives nothing of what comes beyond a part that ends before', async () => {
    const stored = conversation(300);
    const window = held(stored.slice(100, 180), true);
    stored[120] = messageAt(120, { body: 'edited', isEdited: true });
    stored.push(messageAt(300));
    expect(await reload(pagesOf(stored), () => window)).toEqual(held(stored.slice(100, 180), true));
  });

  test('follows a reader who goes further back meanwhile', async () => {
    const stored = conversation(300);
    let window = held(stored.slice(150));
    const load = pagesOf(stored);
    const again = reload(
      async (query) => {
        const page = await load(query);
        window = held(stored.slice(30));
        return page;
      },
      () => window,
    );
    expect(await again).toEqual(held(stored.slice(30)));
  });

  test('a message that is gone disappears, and an edited one is replaced', async () => {
    const stored = conversation(120);
    const window = held(stored.slice(5));
    stored[10] = messageAt(10, { body: 'edited', isEdited: true });
    stored.splice(60, 1);
    expect(await reload(pagesOf(stored), () => window)).toEqual(held(stored.slice(5)));
  });
});

test('several conversations are read as one, by time, page by page in both directions', async () => {
  // One of them has long been silent, and one says two things in one instant.
  const stored = Array.from({ length: 400 }, (_, index) =>
    messageAt(index, { contactId: index < 200 && index % 7 === 0 ? 3 : 1 + (index % 2) }),
  );
  const of = (contactId: number) => stored.filter((message) => message.contactId === contactId);
  const load = woven([1, 2, 3].map((contactId) => pagesOf(of(contactId))));
  let window = await loadNewest(load);
  expect(window).toEqual(held(stored.slice(360)));
  while (window.hasMore) window = (await loadOlder(load, window))(window);
  expect(window.messages).toEqual(stored);
  const around = await loadAround(load, stored[100] as MessageItem);
  expect(around).toEqual(held(stored.slice(60, 140), true));
  expect((await loadNewer(load, around))(around).messages).toEqual(stored.slice(60, 179));
  expect(await reload(load, () => around)).toEqual(around);

  const away: LoadPage = async () => ({ messages: [], hasMore: true, hasNewer: false, incomplete: true });
  expect(await loadNewest(woven([load, away]))).toMatchObject({ hasMore: true, incomplete: true });
});
