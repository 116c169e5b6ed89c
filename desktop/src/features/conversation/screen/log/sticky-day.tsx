import { type RefObject, useEffect, useRef, useState } from 'react';
import { dayKey } from '../../../../renderer/kit/format.ts';
import { DaySeparator } from '../bubble/day-separator.tsx';
import classes from './message-log.module.css';

interface Props {
  scroller: RefObject<HTMLDivElement | null>;
  /** An instant of the row so many pixels below the beginning. */
  instantAt(offset: number): string | undefined;
}

/** Its own height: a separator that has come so far up is covered by its own day. Pixels. */
const HEIGHT = 36;

/** The day of what is read, while that is further up: its separator may be screens away. */
export function StickyDay({ scroller, instantAt }: Props) {
  const [instant, setInstant] = useState<string>();
  const find = useRef(instantAt);
  find.current = instantAt;
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () => {
      const next = find.current(element.scrollTop + HEIGHT);
      setInstant((now) => (now && next && dayKey(now) === dayKey(next) ? now : next));
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, [scroller]);
  return instant ? (
    <div className={classes.stickyDay} aria-hidden data-testid="sticky-day">
      <DaySeparator instant={instant} />
    </div>
  ) : null;
}
