import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { dayStart } from '@balcao/shared/time/local-day.ts';
import { type RefObject, useEffect, useRef } from 'react';
import type { MessageWindow } from '../../../../renderer/components/message/message-window.ts';
import type { useMessages } from '../../../../renderer/components/message/use-messages.ts';
import { LOAD_OLDER_PX } from '../../../../renderer/kit/limits.ts';
import type { ConversationRow } from './conversation-rows.ts';
import type { RowList } from './message-rows.tsx';
import { useFollowing } from './use-following.ts';
import { useFoundMessage } from './use-found-message.ts';
import { useJump } from './use-jump.ts';
import { elementOf } from './use-message-keys.ts';
import { useOwnNews } from './use-own-news.ts';
import { useUnreadMention } from './use-unread-mention.ts';

/** The part of a conversation that is held, and the ways to its other parts. */
export interface HeldLog {
  ticket: TicketItem;
  rows: ConversationRow[];
  unreadId: string | null;
  window: MessageWindow;
  ways: Pick<
    ReturnType<typeof useMessages>,
    'loadOlder' | 'loadNewer' | 'showAround' | 'showNewest' | 'firstSince'
  >;
  /** Nothing can be done with the messages. */
  readOnly: boolean;
  /** It is on the page, and not peeked at: it can be searched, and what is found elsewhere is shown in it. */
  canFind: boolean;
}

/** Newer pages are read this far before their place is reached; older ones at LOAD_OLDER_PX. Pixels. */
const LOAD_NEWER_PX = 600;

/** Half of it, or as much as fits. */
function isInView(element: HTMLElement | null, scroller: HTMLElement | null): boolean {
  if (!element || !scroller) return false;
  const [own, view] = [element.getBoundingClientRect(), scroller.getBoundingClientRect()];
  const seen = Math.min(own.bottom, view.bottom) - Math.max(own.top, view.top);
  return seen >= Math.min(own.height, view.height) / 2;
}

/** The reader's position in the log: following new messages, jumping to a message, and loading more both ways. */
export function useLogScrolling({ ticket, rows, unreadId, window, ways, readOnly, canFind }: HeldLog) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<RowList>(null);
  const { atEnd, unseen } = useFollowing({
    ticket,
    rows,
    scroller,
    hasNewer: window.hasNewer,
    scrollToEnd: () => list.current?.scrollToEnd(),
    start: () => {
      const unread = rows.findIndex(({ message }) => message.id === unreadId);
      if (unread > 0) list.current?.scrollToIndex(unread - 1, { align: 'start' });
      else list.current?.scrollToEnd();
    },
  });
  const { foundId, jump } = useJump({
    rows,
    isInView: (id) => isInView(elementOf(scroller.current, id), scroller.current),
    scrollToIndex: (index) => list.current?.scrollToIndex(index, { align: 'center' }),
    showAround: ways.showAround,
  });
  useUnreadMention(ticket, !readOnly);
  useFoundMessage(canFind ? ticket.uuid : null, jump);
  const toEnd = async () => {
    if (window.hasNewer) await ways.showNewest();
    requestAnimationFrame(() => list.current?.scrollToEnd());
  };
  useOwnNews(ticket.id, window.hasNewer, toEnd);

  const onScroll = useReadingFurther(scroller, { rows, window, ways });

  return {
    scroller,
    list,
    atEnd,
    unseen,
    foundId,
    jump,
    toEnd,
    /** Goes to what was said first on a day of this computer's calendar, or after it. */
    async toDay(day: string) {
      const first = await ways.firstSince(new Date(dayStart(day)).toISOString());
      await (first ? jump(first) : toEnd());
    },
    onScroll,
    /** Scrolls no further than needed to bring it into view. */
    showIndex: (index: number) => list.current?.scrollToIndex(index, { align: 'auto' }),
    /** Above the first row its own separator shows the day. */
    instantAt(offset: number) {
      const item = list.current?.getVirtualItemForOffset(offset);
      return item && item.start <= offset ? rows[item.index]?.message.createdAt : undefined;
    },
  };
}

/**
 * Reads what comes next on either side before its place is reached.
 *
 * @returns what is to be done at each scroll
 */
function useReadingFurther(
  scroller: RefObject<HTMLDivElement | null>,
  { rows, window, ways }: Pick<HeldLog, 'rows' | 'window' | 'ways'>,
): () => void {
  // A page that does not fill the screen leaves nothing to scroll.
  const oldest = rows[0]?.message;
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again after each page
  useEffect(() => {
    const element = scroller.current;
    if (window.hasMore && element && element.scrollHeight <= element.clientHeight) void ways.loadOlder();
  }, [oldest?.id]);
  return () => {
    const element = scroller.current;
    if (!element) return;
    if (window.hasMore && element.scrollTop < LOAD_OLDER_PX) void ways.loadOlder();
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    if (window.hasNewer && below < LOAD_NEWER_PX) void ways.loadNewer();
  };
}
