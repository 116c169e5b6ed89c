import { useVirtualizer } from '@tanstack/react-virtual';
import { useState } from 'react';
import type { ConversationRow } from '../conversation-rows.ts';
import { estimateRow } from '../estimate-row.ts';
import { AT_END_PX } from '../use-following.ts';

/** Room above the oldest message for "loading" and "start"; always there, so that it never pushes anything. Pixels. */
const HEAD_PX = 72;

/** The rows near the screen. Nothing that comes or goes above moves what is looked at. */
export function useVirtualRows(
  rows: readonly ConversationRow[],
  scroller: React.RefObject<HTMLDivElement | null>,
  hasNewer: boolean,
) {
  const wasPart = usePrevious(hasNewer);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimateRow(rows[index]),
    getItemKey: (index) => rows[index]?.message.id ?? index,
    anchorTo: 'end',
    // The end of a part is no end to follow.
    followOnAppend: !hasNewer && !wasPart,
    scrollEndThreshold: AT_END_PX,
    paddingStart: HEAD_PX,
    paddingEnd: 12,
    overscan: 10,
  });
  const pinnedId = usePrevious(rows[0]?.message.id);
  virtual.shouldAdjustScrollPositionOnItemSizeChange = (item, _delta, list) => {
    const offset = list.scrollOffset ?? 0;
    if (list.itemSizeCache.has(item.key)) return item.end <= offset && list.scrollDirection !== 'backward';
    // Rows that were just put in above the one that was the oldest are guesses; setting them right must not move it.
    const pinned = rows.findIndex((row) => row.message.id === pinnedId);
    return item.start < offset || item.index < pinned;
  };
  return virtual;
}

/** What the value was before it became what it is. */
function usePrevious<T>(value: T): T {
  const [seen, setSeen] = useState({ now: value, before: value });
  if (seen.now !== value) setSeen({ now: value, before: seen.now });
  return seen.now === value ? seen.before : seen.now;
}
