import type { MessageKey } from '@balcao/shared/sync/frames.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { BridgeClient } from '../../../bridge/client.ts';
import { useBridge } from '../../app/bridge-context.tsx';
import {
  type LoadPage,
  loadAround,
  loadNewer,
  loadNewest,
  loadOlder,
  type MessageWindow,
  reload,
} from './message-window.ts';

/** Which conversation: that of the ticket's contact. */
interface Place {
  ticketId: number;
  contactId: number;
}

/** A part of the conversation, kept up to date, and the ways to other parts of it. */
export function useMessages({ ticketId, contactId }: Place) {
  const bridge = useBridge();
  const client = useQueryClient();
  const [loadingOlder, setLoadingOlder] = useState(false);
  const query = useQuery({
    queryKey: messagesKey({ ticketId, contactId }),
    queryFn: () =>
      reload(pageLoader(bridge, ticketId), () => client.getQueryData(messagesKey({ ticketId, contactId }))),
  });
  const ways = useMemo(
    () => createWays(bridge, client, { ticketId, contactId }, setLoadingOlder),
    [bridge, client, ticketId, contactId],
  );
  // Whoever comes back begins at the newest message again.
  useEffect(
    () => () => {
      const key = messagesKey({ ticketId, contactId });
      if (client.getQueryData<MessageWindow>(key)?.hasNewer) client.removeQueries({ queryKey: key });
    },
    [client, ticketId, contactId],
  );
  return { ...query, ...ways, loadingOlder };
}

type Change = (load: LoadPage, held: MessageWindow) => Promise<(now: MessageWindow) => MessageWindow>;

function createWays(
  bridge: BridgeClient,
  client: QueryClient,
  place: Place,
  setLoadingOlder: (loading: boolean) => void,
) {
  const key = messagesKey(place);
  const load = pageLoader(bridge, place.ticketId);
  let inFlight = false;

  /** One at a time; a core that is away for a moment is asked again by the next scroll. */
  async function change(how: Change): Promise<void> {
    const held = client.getQueryData<MessageWindow>(key);
    if (inFlight || !held) return;
    inFlight = true;
    setLoadingOlder(how === loadOlder);
    try {
      const changed = await how(load, held);
      client.setQueryData<MessageWindow>(key, (now) => (now ? changed(now) : now));
    } catch {
    } finally {
      inFlight = false;
      setLoadingOlder(false);
    }
  }

  async function show(window: Promise<MessageWindow>): Promise<void> {
    const shown = await window.catch(() => null);
    if (!shown) return;
    await client.cancelQueries({ queryKey: key });
    client.setQueryData<MessageWindow>(key, shown);
  }

  return {
    loadOlder: () => change(loadOlder),
    loadNewer: () => change(loadNewer),
    showAround: (around: MessageKey) => show(loadAround(load, around)),
    showNewest: () => show(loadNewest(load)),
  };
}

const messagesKey = (place: Place) => ['messages.list', place] as const;

const pageLoader =
  (bridge: BridgeClient, ticketId: number): LoadPage =>
  (query) =>
    bridge.invoke('messages.list', { ticketId, ...query });
