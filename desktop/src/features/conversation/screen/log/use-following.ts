import type { MessageKey } from '@balcao/shared/contract/message-key.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useBridge } from '../../../../renderer/kit/bridge-context.tsx';
import type { ConversationRow } from './conversation-rows.ts';

/** Within this distance of the end the reader follows what arrives. Pixels. */
export const AT_END_PX = 80;

/** More than these are not counted. */
const MAX_UNSEEN = 99;

interface Deps {
  ticket: Pick<TicketItem, 'id' | 'contactId'>;
  rows: readonly ConversationRow[];
  scroller: React.RefObject<HTMLDivElement | null>;
  /** The end of what is held is not the end of the conversation. */
  hasNewer: boolean;
  scrollToEnd: () => void;
  /** The reader's start position. */
  start: () => void;
}

/** Stays at the newest message while the reader is there, and counts what arrives meanwhile. */
export function useFollowing({ ticket, rows, scroller, hasNewer, scrollToEnd, start }: Deps) {
  const [atBottom, setAtBottom] = useState(true);
  const last = rows.at(-1)?.message;
  const lastSeen = useRef(last);
  const ways = useRef({ scrollToEnd, start });
  useLayoutEffect(() => {
    ways.current = { scrollToEnd, start };
  });

  useLayoutEffect(() => ways.current.start(), []);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let wasAtEnd = true;
    const look = () => {
      wasAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < AT_END_PX;
      setAtBottom(wasAtEnd);
    };
    look();
    // The composer grew or a banner came: the newest message must not slip behind it.
    const observer = new ResizeObserver(() => {
      if (wasAtEnd) ways.current.scrollToEnd();
    });
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller]);

  // The agent's own new message is always shown.
  const isOwnNew = last?.fromMe === true && last.delivery === 'queued' && last.id !== lastSeen.current?.id;
  useEffect(() => {
    if (isOwnNew) ways.current.scrollToEnd();
  }, [isOwnNew]);

  const atEnd = atBottom && !hasNewer;
  useEffect(() => {
    if (atEnd) lastSeen.current = last;
  }, [atEnd, last]);

  const beyond = useUnseenBeyond(ticket, hasNewer ? lastSeen.current : undefined);
  const seenIndex = rows.findLastIndex((row) => row.message.id === lastSeen.current?.id);
  const unseen =
    atEnd || seenIndex < 0 ? 0 : rows.slice(seenIndex + 1).filter((row) => !row.message.fromMe).length;
  return { atEnd, unseen: hasNewer ? beyond : unseen };
}

/** Messages newer than this one, while the reader is so far away that the end is not held. */
function useUnseenBeyond({ id: ticketId, contactId }: Deps['ticket'], seen: MessageKey | undefined): number {
  const bridge = useBridge();
  const from = seen ? { createdAt: seen.createdAt, id: seen.id } : null;
  const { data } = useQuery({
    // Queried by contact: a new message may open a new ticket.
    queryKey: ['messages.list', { ticketId, contactId, from }],
    queryFn: () => bridge.invoke('messages.list', { ticketId, before: null, from, limit: MAX_UNSEEN + 1 }),
    enabled: from !== null,
  });
  return from ? (data?.messages.filter(({ id, fromMe }) => !fromMe && id !== from.id).length ?? 0) : 0;
}
