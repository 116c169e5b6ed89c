import { useCallback, useEffect, useRef, useState } from 'react';
import { holdOrder } from './hold-order.ts';

/** How long after the last movement a person still counts as aiming. */
const AIM_MS = 800;

/** Keeps rows in place while the pointer moves over them. `release` lets go at once, after an action. */
export function useAimGuard<T extends { id: number }>(rows: T[]) {
  const [aiming, setAiming] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = useRef(rows);

  const release = useCallback(() => {
    clearTimeout(timer.current);
    setAiming(false);
  }, []);
  const onPointerMove = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAiming(false), AIM_MS);
    setAiming(true);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);

  const visible = aiming && shown.current.length > 0 ? holdOrder(shown.current, rows) : rows;
  useEffect(() => {
    shown.current = visible;
  });

  return { rows: visible, release, handlers: { onPointerMove, onPointerLeave: release, onWheel: release } };
}
