import type { MessageItem } from '@balcao/shared/bridge/methods.ts';
import { describe, expect, test } from 'vitest';
import { messageAt } from '../../testing/message.ts';
import { type LoadPage, type MessageWindow, reloadWindow } from './message-window.ts';

/** Pages as the bridge gives them, over a conversation that a test may change. */
const pagesOf =
  (stored: MessageItem[]): LoadPage =>
  async (before, limit) => {
    const end = before ? stored.findIndex((message) => message.id === before.id) : stored.length;
    const start = Math.max(0, end - limit);
    return { messages: stored.slice(start, end), hasMore: start > 0, incomplete: false };
  };

const holder = (held: MessageWindow | undefined) => {
  const shown: MessageWindow[] = [];
  return {
    shown,
    get: () => held,
    set(window: MessageWindow) {
      held = window;
      shown.push(window);
    },
  };
};

const conversation = (length: number) => Array.from({ length }, (_, index) => messageAt(index));
const held = (messages: MessageItem[]): MessageWindow => ({ messages, hasMore: true, incomplete: false });

describe('reading a conversation again', () => {
  test('the first time gives the newest page', async () => {
    const stored = conversation(90);
    const window = await reloadWindow(pagesOf(stored), holder(undefined));
    expect(window).toEqual({ messages: stored.slice(50), hasMore: true, incomplete: false });
  });

  test('gives what is held plus what is new, and pushes nothing in above', async () => {
    const stored = conversation(90);
    const holding = holder(held(stored.slice(50)));
    stored.push(messageAt(90));
    expect(await reloadWindow(pagesOf(stored), holding)).toEqual(held(stored.slice(50)));
  });

  test('shows a new message before the older pages have been read', async () => {
    const stored = conversation(300);
    const holding = holder(held(stored.slice(20)));
    stored.push(messageAt(300));
    const window = await reloadWindow(pagesOf(stored), holding);
    expect(holding.shown[0]?.messages).toEqual(stored.slice(20));
    expect(window).toEqual(held(stored.slice(20)));
  });

  test('follows a reader who goes further back meanwhile', async () => {
    const stored = conversation(300);
    const holding = holder(held(stored.slice(150)));
    const pages = pagesOf(stored);
    const window = await reloadWindow(async (before, limit) => {
      if (before) holding.set(held(stored.slice(30)));
      return pages(before, limit);
    }, holding);
    expect(window).toEqual(held(stored.slice(30)));
  });

  test('a message that is gone disappears, and an edited one is replaced', async () => {
    const stored = conversation(120);
    const holding = holder(held(stored.slice(5)));
    stored[10] = messageAt(10, { body: 'edited', isEdited: true });
    stored.splice(60, 1);
    expect(await reloadWindow(pagesOf(stored), holding)).toEqual(held(stored.slice(5)));
  });
});
