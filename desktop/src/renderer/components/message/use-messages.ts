import type { MessageKey } from '@balcao/shared/contract/message-key.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { NIL } from 'uuid';
import type { BridgeClient } from '../../../bridge/client.ts';
import { useBridge } from '../../kit/bridge-context.tsx';
import { bridgeKey } from '../../kit/bridge-query.ts';
import {
  type LoadPage,
  loadAround,
  loadNewer,
  loadNewest,
  loadOlder,
  type MessageWindow,
  reload,
  woven,
} from './message-window.ts';

/** A conversation: that of the ticket's contact. */
interface Conversation {
  ticketId: number;
  contactId: number;
}

/** What a log shows: one conversation, or several as one. */
export interface Place extends Conversation {
  also?: readonly Conversation[];
}

/**
 * A part of the conversation, kept up to date, and the ways to other parts of it.
 *
 * @param place the same object as long as it means the same
 */
export function useMessages(place: Place) {
  const bridge = useBridge();
  const client = useQueryClient();
  const [loadingOlder, setLoadingOlder] = useState(false);
  const query = useQuery(messagesQuery(bridge, client, place));
  const ways = useMemo(() => createWays(bridge, client, place, setLoadingOlder), [bridge, client, place]);
  // A person who comes back begins at the newest message again.
  useEffect(
    () => () => {
      const key = messagesKey(place);
      if (client.getQueryData<MessageWindow>(key)?.hasNewer) client.removeQueries({ queryKey: key });
    },
    [client, place],
  );
  return { ...query, ...ways, loadingOlder };
}

/**
 * Call it for a conversation that is about to be opened: its head shows what the list knows until it is read again, and
 * its messages are on their way before the screen asks for them.
 */
export function usePrepareConversation(): (ticket: TicketItem) => void {
  const client = useQueryClient();
  const read = useReadConversation();
  return (ticket) => {
    const key = bridgeKey('tickets.get', { uuid: ticket.uuid });
    const known = client.getQueryState(key);
    // What was read when it was open last knows nothing of what came since; the row in the list does.
    if (!known || known.isInvalidated) {
      client.setQueryData(key, ticket);
      void client.invalidateQueries({ queryKey: key });
    }
    void read(ticket);
  };
}

/** What was last said in a conversation that is not open, oldest first; the same reading opens it. */
export function useLastMessages({ id: ticketId, contactId }: Pick<TicketItem, 'id' | 'contactId'>) {
  const bridge = useBridge();
  const client = useQueryClient();
  return useQuery(messagesQuery(bridge, client, { ticketId, contactId }));
}

/** Reads what a conversation begins with, unless it is here already and nothing has changed. Never fails. */
export function useReadConversation(): (ticket: Pick<TicketItem, 'id' | 'contactId'>) => Promise<void> {
  const bridge = useBridge();
  const client = useQueryClient();
  return useCallback(
    ({ id: ticketId, contactId }) =>
      client.prefetchQuery(messagesQuery(bridge, client, { ticketId, contactId })),
    [bridge, client],
  );
}

const messagesQuery = (bridge: BridgeClient, client: QueryClient, place: Place) => ({
  queryKey: messagesKey(place),
  queryFn: () =>
    reload(pageLoader(bridge, place), () => client.getQueryData<MessageWindow>(messagesKey(place))),
});

type Change = (load: LoadPage, held: MessageWindow) => Promise<(now: MessageWindow) => MessageWindow>;

function createWays(
  bridge: BridgeClient,
  client: QueryClient,
  place: Place,
  setLoadingOlder: (loading: boolean) => void,
) {
  const key = messagesKey(place);
  const load = pageLoader(bridge, place);
  let inFlight = false;

  /** One at a time; if the core is away for a moment, the next scroll tries again. */
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

  async function show(window: Promise<MessageWindow>): Promise<MessageWindow | null> {
    const shown = await window.catch(() => null);
    if (!shown) return null;
    await client.cancelQueries({ queryKey: key, exact: true });
    client.setQueryData<MessageWindow>(key, shown);
    return shown;
  }

  return {
    loadOlder: () => change(loadOlder),
    loadNewer: () => change(loadNewer),
    /** @returns whether the message is there; it is drawn a moment later */
    async showAround(around: MessageKey): Promise<boolean> {
      const shown = await show(loadAround(load, around));
      return shown?.messages.some(({ id }) => id === around.id) ?? false;
    },
    /** The first message since a moment; null: nothing was said since. */
    async firstSince(createdAt: string): Promise<MessageKey | null> {
      const page = await load({ before: null, from: { createdAt, id: NIL }, limit: 1 }).catch(() => null);
      return page?.messages[0] ?? null;
    },
    async showNewest(): Promise<void> {
      await show(loadNewest(load));
    },
  };
}

const messagesKey = (place: Place) => ['messages.list', place] as const;

function pageLoader(bridge: BridgeClient, { ticketId, also = [] }: Place): LoadPage {
  const loaderOf =
    (ticketId: number): LoadPage =>
    (query) =>
      bridge.invoke('messages.list', { ticketId, ...query });
  if (also.length === 0) return loaderOf(ticketId);
  return woven([ticketId, ...also.map((other) => other.ticketId)].map(loaderOf));
}
