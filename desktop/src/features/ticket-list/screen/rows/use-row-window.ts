import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { isTicket, useTicketItems } from '../../../../renderer/components/ticket/use-ticket-items.ts';
import { AHEAD_ROWS } from '../use-shown-tickets.ts';
import { useNewAbove } from './use-new-above.ts';
import { useReadAhead } from './use-read-ahead.ts';
import { useScrollAnchor } from './use-scroll-anchor.ts';

const HEADING_PX = 34;
const OVERSCAN_ROWS = 6;
const NONE: TicketItem[] = [];

/** The rows of a list. */
export interface ListedTickets {
  ids: readonly number[];
  /** Rows that came with the ids. */
  seeds: readonly TicketItem[];
  hasMore: boolean;
  newestFirst: boolean;
  /** The messages of these tickets are on this computer. */
  readsAhead: boolean;
  onEnd: () => void;
}

interface Window extends ListedTickets {
  /** The height of every row. */
  rowPx: number;
}

/** The part of a list that is in sight: its places, the tickets in them, and what has come in above. */
export function useRowWindow({ ids, rowPx, seeds, hasMore, newestFirst, readsAhead, onEnd }: Window) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (isTicket(ids[index] ?? 0) ? rowPx : HEADING_PX),
    getItemKey: (index) => ids[index] ?? index,
    overscan: OVERSCAN_ROWS,
    // The next rows are there already: drawing more within the scroll's own event costs the frame.
    useFlushSync: false,
  });
  const places = virtual.getVirtualItems();
  const last = places.at(-1)?.index ?? 0;
  const items = useTicketItems(ids, seeds, { from: places[0]?.index ?? 0, to: last });
  useReadAhead(readsAhead ? places.map(({ index }) => items.get(ids[index] ?? 0)) : NONE);
  const offset = virtual.scrollOffset ?? 0;
  const news = useNewAbove(scroller, { ids, rowPx, offset, newestFirst });
  useScrollAnchor(scroller, ids, rowPx);
  useEffect(() => {
    if (hasMore && last >= ids.length - AHEAD_ROWS) onEnd();
  }, [hasMore, last, ids.length, onEnd]);
  return {
    scroller,
    places,
    items,
    news,
    height: virtual.getTotalSize(),
    reveal: (index: number) => virtual.scrollToIndex(index),
    measure: () => virtual.measure(),
  };
}
