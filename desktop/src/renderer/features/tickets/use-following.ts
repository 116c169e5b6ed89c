import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ConversationRow } from './conversation-rows.ts';

/** Within this distance of the end the reader follows what arrives. Pixels. */
export const AT_END_PX = 80;

/** Starts at the newest message, stays there while the reader is there, and counts what arrives meanwhile. */
export function useFollowing(
  rows: ConversationRow[],
  scroller: React.RefObject<HTMLDivElement | null>,
  scrollToEnd: () => void,
) {
  const [atEnd, setAtEnd] = useState(true);
  const last = rows.at(-1)?.message;
  const lastSeenId = useRef(last?.id);
  const toEnd = useRef(scrollToEnd);
  useLayoutEffect(() => {
    toEnd.current = scrollToEnd;
  });

  useLayoutEffect(() => toEnd.current(), []);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let wasAtEnd = true;
    const look = () => {
      wasAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < AT_END_PX;
      setAtEnd(wasAtEnd);
    };
    // The composer grew or a banner came: the newest message must not slip behind it.
    const observer = new ResizeObserver(() => {
      if (wasAtEnd) toEnd.current();
    });
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller]);

  // What the agent has just written is always shown.
  const isOwnNew = last?.fromMe === true && last.delivery === 'queued' && last.id !== lastSeenId.current;
  useEffect(() => {
    if (isOwnNew) toEnd.current();
  }, [isOwnNew]);

  useEffect(() => {
    if (atEnd) lastSeenId.current = last?.id;
  }, [atEnd, last?.id]);

  const seenIndex = rows.findLastIndex((row) => row.message.id === lastSeenId.current);
  const unseen = atEnd ? 0 : rows.slice(seenIndex + 1).filter((row) => !row.message.fromMe).length;
  return { atEnd, unseen, toEnd: () => toEnd.current() };
}
