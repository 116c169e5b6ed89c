import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** How far beyond the edge of the board a lane is drawn already. */
const AHEAD_PX = 300;

/**
 * Whether a lane has been in sight, or nearly: until then it draws no cards, which is most of what opening the board
 * costs. Afterwards it keeps them, since one may be in somebody's hand.
 */
export function useComesNear(root: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  // Before the first frame: the observer answers after it.
  useLayoutEffect(() => {
    if (root.current && root.current.getBoundingClientRect().left < window.innerWidth) setNear(true);
  }, [root]);
  useEffect(() => {
    if (isNear || !root.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: `0px ${AHEAD_PX}px` },
    );
    observer.observe(root.current);
    return () => observer.disconnect();
  }, [isNear, root]);
  return isNear;
}
