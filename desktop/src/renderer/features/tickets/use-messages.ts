import type { MessageItem } from '@balcao/shared/bridge/methods.ts';
import { PAGE_SIZE } from '@balcao/shared/constants.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { BridgeClient } from '../../../bridge/client.ts';
import { useBridge } from '../../app/bridge-context.tsx';

/** The newest messages of a ticket down to the oldest one that has been read so far; oldest first. */
interface MessageWindow {
  messages: MessageItem[];
  hasMore: boolean;
  incomplete: boolean;
}

/** The largest page that the bridge gives. */
const RELOAD_PAGE = 100;

export function useMessages(ticketId: number) {
  const bridge = useBridge();
  const client = useQueryClient();
  const [loadingOlder, setLoadingOlder] = useState(false);
  const inFlight = useRef(false);

  const query = useQuery({
    queryKey: messagesKey(ticketId),
    queryFn: async () => {
      const key = messagesKey(ticketId);
      const held = client.getQueryData<MessageWindow>(key);
      if (!held?.messages[0]) return loadPage(bridge, ticketId, null, PAGE_SIZE);
      const newest = await loadPage(bridge, ticketId, null, RELOAD_PAGE);
      // What is new is shown at once, however far back the reader has gone.
      client.setQueryData<MessageWindow>(key, (current) => (current ? overlay(current, newest) : newest));
      return loadDownTo(bridge, ticketId, newest, held.messages[0]);
    },
  });

  const loadOlder = useCallback(async () => {
    const key = messagesKey(ticketId);
    const oldest = client.getQueryData<MessageWindow>(key)?.messages[0];
    if (inFlight.current || !oldest) return;
    inFlight.current = true;
    setLoadingOlder(true);
    try {
      const page = await loadPage(bridge, ticketId, oldest, PAGE_SIZE);
      client.setQueryData<MessageWindow>(key, (held) => (held ? join(page, held) : page));
    } catch {
      // The core is away for a moment; the next scroll asks again.
    } finally {
      inFlight.current = false;
      setLoadingOlder(false);
    }
  }, [bridge, client, ticketId]);

  return { ...query, loadOlder, loadingOlder };
}

const messagesKey = (ticketId: number) => ['messages.list', { ticketId }] as const;

function loadPage(
  bridge: BridgeClient,
  ticketId: number,
  before: MessageItem | null,
  limit: number,
): Promise<MessageWindow> {
  const key = before ? { createdAt: before.createdAt, id: before.id } : null;
  return bridge.invoke('messages.list', { ticketId, before: key, limit });
}

/** Reads again what is on the screen: from the newest page down to `oldest`, never further. */
async function loadDownTo(
  bridge: BridgeClient,
  ticketId: number,
  newest: MessageWindow,
  oldest: MessageItem,
): Promise<MessageWindow> {
  let window = newest;
  for (
    let first = window.messages[0];
    first && window.hasMore && isOlder(oldest, first);
    first = window.messages[0]
  ) {
    const page = await loadPage(bridge, ticketId, first, RELOAD_PAGE);
    if (page.messages.length === 0) break;
    window = join(page, window);
  }
  return trim(window, oldest);
}

/** The held window with its newest part replaced. */
function overlay(held: MessageWindow, newest: MessageWindow): MessageWindow {
  const [oldest] = held.messages;
  const [first] = newest.messages;
  if (!oldest || !first) return newest;
  if (!isOlder(oldest, first)) return trim(newest, oldest);
  const older = held.messages.filter((message) => isOlder(message, first));
  return { ...held, messages: [...older, ...newest.messages] };
}

/** Pages reach further than the reader has gone; what lies beyond would be pushed in above. */
function trim(window: MessageWindow, oldest: MessageItem): MessageWindow {
  const kept = window.messages.filter((message) => !isOlder(message, oldest));
  return { ...window, messages: kept, hasMore: window.hasMore || kept.length < window.messages.length };
}

const join = (older: MessageWindow, newer: MessageWindow): MessageWindow => ({
  messages: [...older.messages, ...newer.messages],
  hasMore: older.hasMore,
  incomplete: older.incomplete,
});

/** Conversations are ordered by (`createdAt`, `id`). */
function isOlder(a: MessageItem, b: MessageItem): boolean {
  const [timeA, timeB] = [Date.parse(a.createdAt), Date.parse(b.createdAt)];
  return timeA === timeB ? a.id < b.id : timeA < timeB;
}
