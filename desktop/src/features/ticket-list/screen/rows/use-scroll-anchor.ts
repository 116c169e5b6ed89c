import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Nearer to the top than this the agent reads the newest rows and wants to see new ones. */
export const TOP_PX = 4;

/**
 * Rows that come or go above the visible ones do not move the rows that the agent is reading further down. All rows
 * have one height, so a list that has changed is scrolled by as many rows as most of the visible ones have moved; one
 * that jumps to the top because of a new message does not take the reader along.
 */
export function useScrollAnchor(
  scroller: RefObject<HTMLElement | null>,
  ids: readonly number[],
  rowPx: number,
): void {
  const before = useRef(ids);
  useLayoutEffect(() => {
    const element = scroller.current;
    const last = before.current;
    before.current = ids;
    if (!element || last === ids || element.scrollTop <= TOP_PX) return;
    const from = Math.floor(element.scrollTop / rowPx);
    const visible = last.slice(from, from + Math.ceil(element.clientHeight / rowPx));
    const moved = mostCommon(
      visible.flatMap((id, offset) => {
        const now = ids.indexOf(id);
        return now < 0 ? [] : [now - (from + offset)];
      }),
    );
    if (moved) element.scrollTop += moved * rowPx;
  }, [scroller, ids, rowPx]);
}

function mostCommon(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}
