import { useLayoutEffect, useRef } from 'react';

/** Rows have another height than before: their places are measured again, around the one that was looked at. */
export function useNewHeight(rowPx: number, onNewHeight: () => void): void {
  const before = useRef(rowPx);
  useLayoutEffect(() => {
    if (before.current === rowPx) return;
    before.current = rowPx;
    onNewHeight();
  });
}
