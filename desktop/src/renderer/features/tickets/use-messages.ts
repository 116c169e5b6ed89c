import { PAGE_SIZE } from '@balcao/shared/constants.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { BridgeClient } from '../../../bridge/client.ts';
import { useBridge } from '../../app/bridge-context.tsx';
import { joinPages, type LoadPage, type MessageWindow, reloadWindow } from './message-window.ts';

/** The conversation as far as it has been read, kept up to date; `loadOlder` goes one page further back. */
export function useMessages(ticketId: number) {
  const bridge = useBridge();
  const client = useQueryClient();
  const [loadingOlder, setLoadingOlder] = useState(false);
  const inFlight = useRef(false);

  const query = useQuery({
    queryKey: messagesKey(ticketId),
    queryFn: () =>
      reloadWindow(pageLoader(bridge, ticketId), {
        get: () => client.getQueryData<MessageWindow>(messagesKey(ticketId)),
        set: (window) => client.setQueryData(messagesKey(ticketId), window),
      }),
  });

  const loadOlder = useCallback(async () => {
    const key = messagesKey(ticketId);
    const oldest = client.getQueryData<MessageWindow>(key)?.messages[0];
    if (inFlight.current || !oldest) return;
    inFlight.current = true;
    setLoadingOlder(true);
    try {
      const page = await pageLoader(bridge, ticketId)(oldest, PAGE_SIZE);
      client.setQueryData<MessageWindow>(key, (held) => (held ? joinPages(page, held) : page));
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

function pageLoader(bridge: BridgeClient, ticketId: number): LoadPage {
  return (before, limit) =>
    bridge.invoke('messages.list', {
      ticketId,
      before: before && { createdAt: before.createdAt, id: before.id },
      limit,
    });
}
