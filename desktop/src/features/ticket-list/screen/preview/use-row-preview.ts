import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useStableHandlers } from '../../../../renderer/kit/use-stable-handlers.ts';

/** So long the pointer rests on a row before its conversation is shown beside it. Milliseconds. */
const REST_MS = 400;
const KEY = 'v';

export interface Previewed {
  ticketId: number;
  /** Where on the page the row stands, in pixels of the window. */
  place: DOMRect;
}

/**
 * The row whose last words are shown beside it: where a mouse rests, or by a key on the row that has the focus. It ends
 * with whatever comes next.
 *
 * @param ids another list under a pointer at rest ends it too
 */
export function useRowPreview(ids: readonly number[]) {
  const [shown, setShown] = useState<Previewed | null>(null);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);

  const hide = useCallback(() => {
    clearTimeout(resting.current);
    setShown(null);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the rows may have moved
  useEffect(() => hide, [ids, hide]);

  const show = (row: Element) => setShown({ ticketId: idOf(row), place: row.getBoundingClientRect() });

  const handlers = useStableHandlers({
    onPointerMove({ pointerType, target }: PointerEvent) {
      const row = pointerType === 'touch' ? null : rowAround(target);
      clearTimeout(resting.current);
      if (row && idOf(row) === shown?.ticketId) return;
      setShown(null);
      if (row) resting.current = setTimeout(() => show(row), REST_MS);
    },
    onPointerLeave: hide,
    onPointerDown: hide,
    onScrollCapture: hide,
    onBlur: hide,
  });

  return {
    shown,
    hide,
    handlers,
    /** @returns whether the key was meant for the preview */
    onKey({ key, ctrlKey, metaKey }: KeyboardEvent, row: Element): boolean {
      const asks = key.toLowerCase() === KEY && !ctrlKey && !metaKey;
      if (asks && idOf(row) !== shown?.ticketId) show(row);
      else hide();
      return asks || (key === 'Escape' && shown !== null);
    },
  };
}

const rowAround = (target: EventTarget): Element | null =>
  target instanceof Element ? target.closest('[data-row]') : null;

const idOf = (row: Element): number => Number(row.getAttribute('data-row'));
