import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { newAbove } from './new-above.ts';
import { TOP_PX } from './use-scroll-anchor.ts';

interface List {
  ids: readonly number[];
  rowPx: number;
  /** The scroll position of the list, in pixels. */
  offset: number;
  /** Its newest come first. */
  newestFirst: boolean;
}

const NONE: ReadonlySet<number> = new Set();

/** The number of tickets that moved above the agent's place further down; reset at the top. */
export function useNewAbove(
  scroller: RefObject<HTMLElement | null>,
  { ids, rowPx, offset, newestFirst }: List,
): { count: number; toTop: () => void } {
  const [above, setAbove] = useState(NONE);
  const before = useRef(ids);
  useLayoutEffect(() => {
    const last = before.current;
    before.current = ids;
    const top = scroller.current?.scrollTop ?? 0;
    if (last === ids || !newestFirst || top <= TOP_PX) return;
    const news = newAbove(last, ids, Math.floor(top / rowPx));
    if (news.length > 0) setAbove((known) => new Set([...known, ...news]));
  }, [scroller, ids, rowPx, newestFirst]);
  useEffect(() => {
    if (offset <= TOP_PX) setAbove(NONE);
  }, [offset]);
  const toTop = useCallback(() => {
    scroller.current?.scrollTo({ top: 0 });
  }, [scroller]);
  return { count: above.size, toTop };
}
