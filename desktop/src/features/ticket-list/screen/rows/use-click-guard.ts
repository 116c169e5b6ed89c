import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';

/** How long after the last movement a person still counts as aiming. */
const AIM_MS = 800;
/** No one reacts faster to a row that has moved: a click sooner than this was meant for the row that stood there. */
const REACTION_MS = 400;

/**
 * A click hits the row that was aimed at. While the pointer moves over the list the rows keep their places: new ones
 * wait, and those that are gone stay. When they have moved under a pointer at rest, a click of the next moment, which
 * was on its way already, does nothing. `release` lets go at once, after an action.
 */
export function useClickGuard(ids: readonly number[]) {
  const [aiming, setAiming] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = useRef<readonly number[]>(ids);
  const before = useRef<{ ids: readonly number[]; until: number }>({ ids, until: 0 });
  const inside = useRef(false);

  const release = useCallback(() => {
    clearTimeout(timer.current);
    setAiming(false);
  }, []);
  const aim = useCallback(() => {
    inside.current = true;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAiming(false), AIM_MS);
    setAiming(true);
  }, []);
  const leave = useCallback(() => {
    inside.current = false;
    release();
  }, [release]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const visible = aiming && shown.current.length > 0 ? shown.current : ids;
  useEffect(() => {
    if (shown.current === visible) return;
    if (inside.current) before.current = { ids: shown.current, until: performance.now() + REACTION_MS };
    shown.current = visible;
  }, [visible]);

  const onClickCapture = useCallback((event: MouseEvent<HTMLElement>) => {
    const byKeyboard = event.detail === 0;
    if (byKeyboard || performance.now() > before.current.until || !(event.target instanceof Element)) return;
    const id = Number(event.target.closest('[data-row]')?.getAttribute('data-row'));
    const place = shown.current.indexOf(id);
    if (place < 0 || before.current.ids[place] === id) return;
    event.preventDefault();
    event.stopPropagation();
  }, []);

  return {
    ids: visible,
    release,
    handlers: {
      onPointerMove: aim,
      onPointerDown: aim,
      onPointerLeave: leave,
      onWheel: release,
      onClickCapture,
    },
  };
}
