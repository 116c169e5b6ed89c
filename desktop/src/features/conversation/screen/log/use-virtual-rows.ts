import { type Rect, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import { useDelayed } from '../../../../renderer/kit/use-delayed.ts';
import type { ConversationRow } from './conversation-rows.ts';
import { estimateRow } from './estimate-row.ts';
import { AT_END_PX } from './use-following.ts';

/** Room above the oldest message for "loading" and "start"; always there, so that it never pushes anything. Pixels. */
const HEAD_PX = 72;
const FOOT_PX = 12;

/** When the rows beyond the screen are drawn, milliseconds after those on it. */
const BEYOND_MS = 100;

/**
 * The size of the list that was shown last. The next one most likely has it too, and need not be drawn empty to be
 * measured.
 */
let lastRect: Rect = { width: 0, height: 0 };

/** The rows near the screen. Nothing that comes or goes above moves what is looked at. */
export function useVirtualRows(
  rows: readonly ConversationRow[],
  scroller: React.RefObject<HTMLDivElement | null>,
  hasNewer: boolean,
) {
  const wasPart = usePrevious(hasNewer);
  const pinnedId = usePrevious(rows[0]?.message.id);
  // First what is in sight, a moment later what lies beyond.
  const isShown = useDelayed(true, BEYOND_MS);
  const known = useRef<{ list: Virtualizer<HTMLDivElement, Element>; rows: readonly ConversationRow[] }>(
    null,
  );
  // What was scrolled since the last frame has not been reported yet: the rows are pinned where they stand now, and a
  // new page at the end does not pull back a reader who has just left it.
  if (known.current && known.current.rows !== rows && scroller.current)
    known.current.list.scrollOffset = scroller.current.scrollTop;
  const virtual = useVirtualizer({
    initialRect: lastRect,
    initialOffset: () =>
      rows.reduce((offset, row) => offset + estimateRow(row), HEAD_PX + FOOT_PX) - lastRect.height,
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimateRow(rows[index]),
    getItemKey: (index) => rows[index]?.message.id ?? index,
    anchorTo: 'end',
    // The end of a part is no end to follow.
    followOnAppend: !hasNewer && !wasPart,
    scrollEndThreshold: AT_END_PX,
    paddingStart: HEAD_PX,
    paddingEnd: FOOT_PX,
    overscan: isShown ? 10 : 1,
  });
  known.current = { list: virtual, rows };
  useLayoutEffect(() => {
    if (virtual.scrollRect?.height) lastRect = virtual.scrollRect;
  });
  virtual.shouldAdjustScrollPositionOnItemSizeChange = (item, _delta, at) => {
    const offset = at.scrollOffset ?? 0;
    if (at.itemSizeCache.has(item.key)) return item.end <= offset && at.scrollDirection !== 'backward';
    if (item.start < offset) return true;
    // A row that was just put in where the head was is a guess; setting it right must not move the one below it.
    const pinned = rows.findIndex((row) => row.message.id === pinnedId);
    return item.index < pinned && item.start < offset + HEAD_PX;
  };
  return virtual;
}

/** The previous distinct value. */
function usePrevious<T>(value: T): T {
  const [seen, setSeen] = useState({ now: value, before: value });
  if (seen.now !== value) setSeen({ now: value, before: seen.now });
  return seen.now === value ? seen.before : seen.now;
}
